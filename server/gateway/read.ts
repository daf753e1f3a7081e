import streams from '@eventstore/db-client/generated/streams_pb.js';
import { asPosition, asRevision, type Position } from '../../schema/order.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import type { Access } from './access.ts';
import { openOutbox } from './batches.ts';
import type { Context, Send } from './calls.ts';
import { streamDeleted } from './errors.ts';
import { resolveEvent } from './links.ts';
import { type AllQuery, parseRead, type StreamQuery } from './read-request.ts';
import { eventMessage } from './records.ts';
import { type ReadDeps, subscribe } from './subscribe.ts';
import { isTombstone, lastEventOf, oldestAt, visibleFrom } from './visible.ts';
import { streamIdentifier } from './wire.ts';

const notFound = (stream: string) =>
  new streams.ReadResp()
    .setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)))
    .serializeBinary();

async function* readOneStream({ store, metadata, now }: ReadDeps, query: StreamQuery, signal: AbortSignal) {
  const { stream, direction, limit } = query;
  const [last, rules] = await Promise.all([lastEventOf(store, stream), metadata.of(stream)]);
  if (last && isTombstone(last)) throw streamDeleted(stream);
  if (!last || rules.deleted) return 'not found';
  const first = visibleFrom(rules, last.revision);
  const oldest = oldestAt(rules, now());
  const isVisible = (event: RecordedEvent) =>
    event.revision >= first && (oldest === null || event.recordedAt.getTime() >= oldest.getTime());
  const wanted = query.from === 'end' ? last.revision : query.from === 'start' ? asRevision(0) : query.from;
  if (direction === 'forwards' && query.from === 'end') return 'read';
  if (direction === 'backwards' && query.from === 'start') return 'read';
  const from = direction === 'forwards' && wanted < first ? first : wanted;
  let left = limit;
  if (left === 0) return 'read';
  // Where age counts, no one knows before how many are to be read.
  const bounds = oldest === null ? { limit } : {};
  for await (const event of store.readStream(stream, { from, direction, signal, ...bounds })) {
    if (direction === 'backwards' && event.revision < first) break;
    if (!isVisible(event)) continue;
    yield event;
    left -= 1;
    if (left === 0) break;
  }
  return 'read';
}

/** Positions are inclusive forwards and exclusive backwards, as in EventStoreDB. */
const startOf = ({ from, direction }: AllQuery): { from?: Position } | null => {
  if (direction === 'forwards') return from === 'end' ? null : from === 'start' ? {} : { from };
  if (from === 'end') return {};
  return from === 'start' || from === 0n ? null : { from: asPosition(from - 1n) };
};

async function* readEverything({ store }: ReadDeps, query: AllQuery, signal: AbortSignal) {
  const { direction, filter } = query;
  const start = startOf(query);
  let left = query.limit;
  if (!start || left === 0) return;
  const bounds = filter ? {} : { limit: left };
  for await (const event of store.readAll({ ...start, ...bounds, direction, signal })) {
    if (filter && !filter.matches(event)) continue;
    yield event;
    left -= 1;
    if (left === 0) return;
  }
}

/** Streams.Read: a stream or everything, once or followed by what comes. */
export const readHandler =
  (deps: ReadDeps, access: Access) =>
  async (request: streams.ReadReq, send: Send<Uint8Array>, { caller, signal }: Context): Promise<void> => {
    const query = parseRead(request);
    await access.checkRead(caller, query.stream ?? undefined);
    const outbox = openOutbox(send);
    const show = async (event: RecordedEvent) => {
      const resolved = query.resolveLinks ? await resolveEvent(deps.store, event) : { event };
      await outbox.add(eventMessage(resolved, query));
    };
    if (query.subscription) return subscribe(deps, query, { outbox, show, signal });
    if (query.stream === null) {
      for await (const event of readEverything(deps, query, signal)) await show(event);
      return outbox.flush();
    }
    const events = readOneStream(deps, query, signal);
    let next = await events.next();
    for (; !next.done; next = await events.next()) await show(next.value);
    if (next.value === 'not found') await outbox.add(notFound(query.stream));
    await outbox.flush();
  };
