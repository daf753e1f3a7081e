import { z } from 'zod';
import { type ErrorCode, TurnlogError } from '../errors.ts';
import { eventLine, rebuildLine } from './lines.ts';
import type { RunningServer } from './server-file.ts';
import type { LogSource } from './source.ts';

/** What the server's refusal means here. */
const codes: Readonly<Record<number, ErrorCode>> = { 400: 'VALIDATION', 404: 'NOT_FOUND' };
const refusal = z.object({ error: z.string() });

/** Whole lines of a body, each as its schema has it. */
async function* parsed<T>(body: AsyncIterable<Uint8Array>, line: z.ZodType<T>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const whole = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = whole.pop() ?? '';
    for (const text of whole) yield line.parse(JSON.parse(text));
  }
}

/** What the running server says of its data, by HTTP. */
export const remoteSource = ({ url, token }: RunningServer): LogSource => {
  async function* ask(path: string, init: RequestInit & { signal: AbortSignal }): AsyncGenerator<Uint8Array> {
    const { signal } = init;
    try {
      const response = await fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
      if (!response.ok || !response.body) {
        const { error } = refusal.catch({ error: `status ${response.status}` }).parse(await response.json());
        throw new TurnlogError(codes[response.status] ?? 'REJECTED', error);
      }
      yield* response.body;
    } catch (cause) {
      if (cause instanceof TurnlogError || signal.aborted) throw cause;
      throw new TurnlogError('STORE_UNAVAILABLE', `the server at ${url} has broken off`, { cause });
    }
  }

  return {
    export: (asked, signal) => ask(`/api/audit/events?${new URLSearchParams(asked)}`, { signal }),
    async *turn(turnId, signal) {
      try {
        yield* parsed(ask(`/api/audit/turns/${encodeURIComponent(turnId)}/events`, { signal }), eventLine);
      } catch (error) {
        if (!(error instanceof TurnlogError) || error.code !== 'NOT_FOUND') throw error;
        throw new TurnlogError('NOT_FOUND', `there is no turn ${turnId}`, { cause: error });
      }
    },
    rebuild: (name, signal) => {
      const query = name === undefined ? '' : `?${new URLSearchParams({ name })}`;
      return parsed(ask(`/api/audit/rebuild${query}`, { method: 'POST', signal }), rebuildLine);
    },
    close: async () => undefined,
  };
};
