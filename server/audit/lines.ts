import { z } from 'zod';
import type { RecordedEvent } from '../eventstore/event-store.ts';

/** What others wrote, as base64. */
const payloadLine = z.object({ json: z.boolean(), data: z.base64(), metadata: z.base64() });

/** An event as a line of NDJSON has it. `position` is a number of any size, as a string. */
export const eventLine = z.object({
  position: z.string(),
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  recordedAt: z.iso.datetime(),
  id: z.uuid(),
  userId: z.string().nullable(),
  conversationId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  payload: payloadLine.optional(),
});
export type EventLine = z.infer<typeof eventLine>;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export const lineOf = (event: RecordedEvent): EventLine => ({
  position: String(event.position),
  stream: event.stream.name,
  revision: event.revision,
  type: event.type,
  recordedAt: event.recordedAt.toISOString(),
  id: event.id,
  userId: event.stream.userId,
  conversationId: event.stream.conversationId,
  data: { ...event.data },
  metadata: event.metadata && { ...event.metadata },
  ...(event.payload && {
    payload: {
      json: event.payload.json,
      data: base64(event.payload.data),
      metadata: base64(event.payload.metadata),
    },
  }),
});

/** A report of a rebuild: how far it is, that one read model is done, or why the rest is not. */
export const rebuildLine = z.union([
  z.object({ name: z.string(), position: z.string(), head: z.string(), events: z.int() }),
  z.object({ name: z.string(), done: z.literal(true) }),
  z.object({ error: z.string() }),
]);
export type RebuildLine = z.infer<typeof rebuildLine>;

const CHUNK = 64 * 1024;

/** Lines as bytes, read on only when the chunk before was taken; `chunk` characters at a time, 0 for line by line. */
export async function* ndjson(lines: AsyncIterable<object>, chunk = CHUNK): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < chunk) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text) yield encoder.encode(text);
}
