import streams from '@eventstore/db-client/generated/streams_pb.js';
import { asRevision, type Position, type Revision, START } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';
import type { Outbox } from './batches.ts';
import { streamDeleted } from './errors.ts';
import type { AllQuery, Filter, StreamQuery } from './read-request.ts';
import type { StreamMetadataReader } from './stream-metadata.ts';
import { isTombstone, lastEventOf, oldestAt, visibleFrom } from './visible.ts';

const { ReadResp } = streams;

export type ReadDeps = Pick<Time, 'now'> & {
  readonly store: EventStore;
  readonly metadata: StreamMetadataReader;
  readonly newId: () => string;
};

type Reader = {
  readonly outbox: Outbox;
  readonly show: (event: RecordedEvent) => Promise<void>;
  readonly signal: AbortSignal;
};

/** Tells whether the reader has everything, where that changed. */
const openProgress = ({ add }: Outbox) => {
  let current = false;
  return async (caughtUp: boolean) => {
    if (caughtUp === current) return;
    current = caughtUp;
    const message = caughtUp
      ? new ReadResp().setCaughtUp(new ReadResp.CaughtUp())
      : new ReadResp().setFellBehind(new ReadResp.FellBehind());
    await add(message.serializeBinary());
  };
};

const followStream = async ({ store, metadata, now }: ReadDeps, query: StreamQuery, reader: Reader) => {
  const { outbox, show, signal } = reader;
  const { stream, from } = query;
  const last = await lastEventOf(store, stream);
  if (last && isTombstone(last)) throw streamDeleted(stream);
  const rules = await metadata.of(stream);
  const head = last?.revision;
  // What is deleted or truncated already isn't shown; what comes is.
  const hidden = head === undefined ? 0 : rules.deleted ? head + 1 : Math.min(visibleFrom(rules, head), head + 1);
  const wanted = from === 'start' ? 0 : from === 'end' ? (head ?? -1) + 1 : from + 1;
  const next = Math.max(wanted, hidden);
  const oldest = oldestAt(rules, now());
  const progress = openProgress(outbox);
  const after: { after?: Revision } = next === 0 ? {} : { after: asRevision(next - 1) };
  for await (const { events, caughtUp } of store.subscribeToStream(stream, { ...after, signal })) {
    for (const event of events) {
      if (isTombstone(event)) throw streamDeleted(stream);
      if (oldest === null || event.recordedAt >= oldest) await show(event);
    }
    await progress(caughtUp);
    await outbox.flush();
  }
};

/** Positions of events that a filter left out reach the reader, too: every so many scanned, and when nothing is left. */
const openCheckpoints = (filter: Filter | null, { add }: Outbox) => {
  let scanned = 0;
  let reported: Position = START;
  const report = async (position: Position) => {
    if (!filter || position <= reported) return;
    reported = position;
    const checkpoint = new ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position));
    await add(new ReadResp().setCheckpoint(checkpoint).serializeBinary());
  };
  return {
    async passed(position: Position) {
      scanned += 1;
      if (filter && scanned % filter.checkpointEvery === 0) await report(position);
    },
    report,
  };
};

const followAll = async ({ store }: ReadDeps, { from, filter }: AllQuery, { outbox, show, signal }: Reader) => {
  const after = from === 'start' ? START : from === 'end' ? await store.head() : from;
  const progress = openProgress(outbox);
  const checkpoints = openCheckpoints(filter, outbox);
  let behind = true;
  for await (const { events, position, caughtUp } of store.subscribeToAll({ after, signal })) {
    for (const event of events) {
      if (!filter || filter.matches(event)) await show(event);
      await checkpoints.passed(event.position);
    }
    if (caughtUp && behind) await checkpoints.report(position);
    behind = !caughtUp;
    await progress(caughtUp);
    await outbox.flush();
  }
};

/** Confirms, shows what is there, tells when the reader has caught up, and goes on with what comes until the signal. */
export const subscribe = async (deps: ReadDeps, query: StreamQuery | AllQuery, reader: Reader): Promise<void> => {
  const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId(deps.newId());
  await reader.outbox.add(new ReadResp().setConfirmation(confirmation).serializeBinary());
  await reader.outbox.flush();
  if (query.stream === null) await followAll(deps, query, reader);
  else await followStream(deps, query, reader);
  reader.signal.throwIfAborted();
};
