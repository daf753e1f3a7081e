import type { EventLine } from './lines.ts';

type Replaying = {
  /** Twice as fast with 2; every pause of the turn is as long as it was with 1. */
  speed: number;
  write: (text: string) => Promise<void>;
  /** Ends early, without an error, where the reader leaves. */
  pause: (ms: number) => Promise<unknown>;
};

/** What a terminal would take for commands is shown as a sign. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : '\uFFFD'));

/**
 * Prints a turn in its own rhythm: text as it was generated, and a line for everything else that happened, with the
 * seconds since the request.
 */
export const replay = async (events: AsyncIterable<EventLine>, { speed, write, pause }: Replaying): Promise<void> => {
  let begun: number | undefined;
  let last = 0;
  let texts = '';
  let isLineOpen = false;
  const say = async (text: string) => {
    isLineOpen = !text.endsWith('\n');
    await write(printable(text));
  };
  for await (const { type, data, recordedAt } of events) {
    const at = Date.parse(recordedAt);
    begun ??= at;
    if (last > 0 && at > last) await pause((at - last) / speed);
    last = at;
    const isText = type === 'TokenGenerated' || type === 'ReasoningGenerated';
    if (!isText || texts !== type) {
      const since = `[${((at - begun) / 1_000).toFixed(3)} s] ${type}`;
      await say(`${isLineOpen ? '\n' : ''}${since}${isText ? '' : ` ${JSON.stringify(data)}`}\n`);
    }
    texts = isText ? type : '';
    if (isText && typeof data.text === 'string' && data.text) await say(data.text);
  }
  if (isLineOpen) await say('\n');
};
