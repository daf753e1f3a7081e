import { createParser } from 'eventsource-parser';

export type Frame = { readonly event: string; readonly id: string; readonly data: string };

/** The frames of a stream as they come, by a conforming parser; ends with the stream. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  const ready: Frame[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', id = '', data }) => ready.push({ event, id, data }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
}

export const allFrames = async (response: Response): Promise<Frame[]> => {
  const frames: Frame[] = [];
  for await (const frame of framesOf(response)) frames.push(frame);
  return frames;
};

export const textOf = (frames: readonly Frame[]): string =>
  frames
    .filter(({ event }) => event === 'token')
    .map(({ data }) => data)
    .join('');
