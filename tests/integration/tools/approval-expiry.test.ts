import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { turnStream } from '../../../schema/streams.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { startApprovals } from '../../../server/processors/approvals.ts';
import { hurried, injected } from '../../support/injected.ts';
import { openDatabase, type TestSql } from '../../support/sql.ts';
import { alice, sample, samples } from '../../support/turn-samples.ts';

let database: TestSql;
let store: EventStore;
beforeAll(async () => {
  database = await openDatabase('pglite');
  store = await openEventStore(database.sql, { log: { warn: () => undefined }, ...injected });
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const asked = [
  ...(['TurnQueued', 'TurnStarted', 'TurnRouted', 'ToolCallRequested', 'TurnSuspended'] as const).map((type) =>
    sample(type),
  ),
];
const { callId } = samples.TurnSuspended;
const until = Date.parse(samples.TurnSuspended.until);

const append = (turnId: string, events: readonly TurnEvent[], isNew: boolean) =>
  store.append(
    turnStream(turnId),
    events.map(({ type, data }) => ({ id: randomUUID(), type, data })),
    { expectedRevision: isNew ? 'no_stream' : 'stream_exists', owner: { userId: alice } },
  );
const request = async (more: readonly TurnEvent[] = []) => {
  const turnId = randomUUID();
  await append(turnId, [sample('TurnRequested', { turnId }), ...asked, ...more], true);
  return turnId;
};

/** The processor over what is in the log, with a clock that is set. */
const start = async (open: readonly string[] = []) => {
  const stop = new AbortController();
  let now = until - 1;
  const turns = { resolveToolCall: vi.fn(async () => undefined), cancelTurn: vi.fn(async () => true) };
  const running = startApprovals({
    ...hurried,
    store,
    after: await store.head(),
    openTurns: async () => open.map((id) => ({ id })),
    turns,
    now: () => new Date(now),
    log: { warn: () => undefined },
    signal: stop.signal,
  });
  return {
    ...turns,
    pass: () => {
      now = until;
    },
    async stop() {
      stop.abort();
      await running.stopped();
    },
  };
};
const waited = { timeout: 5_000 };

test('a call that nobody decides about in time is not allowed, whether it was heard of or found', async () => {
  const old = await request();
  const { resolveToolCall, pass, stop } = await start([old]);
  const fresh = await request();
  // Nothing happens before its time.
  await expect(vi.waitFor(() => expect(resolveToolCall).toHaveBeenCalled(), { timeout: 100 })).rejects.toThrow();
  pass();
  const expired = (turnId: string) => ({ userId: alice, turnId, callId, decision: 'expired', by: 'turnlog' });
  await vi.waitFor(() => expect(resolveToolCall).toHaveBeenCalledTimes(2), waited);
  expect(resolveToolCall).toHaveBeenCalledWith(expired(old));
  expect(resolveToolCall).toHaveBeenCalledWith(expired(fresh));
  await stop();
});

test('one that was decided about is left alone', async () => {
  const decided = await request([sample('ToolCallResolved'), sample('TurnQueued')]);
  const { resolveToolCall, cancelTurn, pass, stop } = await start([decided]);
  pass();
  const other = await request();
  await vi.waitFor(() => expect(resolveToolCall).toHaveBeenCalledTimes(1), waited);
  expect(resolveToolCall).toHaveBeenCalledWith(expect.objectContaining({ turnId: other }));
  expect(cancelTurn).not.toHaveBeenCalled();
  await stop();
});

test('a turn that was to be stopped while it was being suspended ends', async () => {
  const { cancelTurn, stop } = await start();
  const turnId = await request();
  await append(turnId, [sample('TurnCancelRequested')], false);
  const { why } = samples.TurnCancelRequested;
  await vi.waitFor(() => expect(cancelTurn).toHaveBeenCalledWith({ userId: alice, turnId, why }), waited);
  await stop();
});
