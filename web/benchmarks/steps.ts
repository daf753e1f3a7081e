import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import { NO_ANSWER, RequestError } from '../graphql/errors.ts';

const refusal = async (response: Response): Promise<RequestError> => {
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'it was refused';
  return new RequestError('REJECTED', said);
};

/** The steps of a benchmark, up to its result. Leaving ends it. @throws RequestError */
export async function* readSteps<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): AsyncGenerator<T> {
  const response = await fetch(path, { signal, headers: { accept: 'text/event-stream' } }).catch(() => {
    throw new RequestError(NO_ANSWER, 'the server did not answer');
  });
  if (!response.ok || !response.body) throw await refusal(response);
  const ready: { event: string | undefined; data: string }[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => ready.push({ event, data }) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parser.feed(read.value);
    for (const { event, data } of ready.splice(0)) {
      const told: unknown = JSON.parse(data);
      if (event === 'error') throw await refusal(new Response(data));
      yield schema.parse(told);
      if (event === 'result') return;
    }
  }
  throw new RequestError(NO_ANSWER, 'the benchmark broke off');
}
