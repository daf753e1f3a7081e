import { randomUUID } from 'node:crypto';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  type Position,
  START,
  StreamNotFoundError,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collect, startGateway, type TestGateway } from '../../support/gateway.ts';

const name = () => `parcel-${randomUUID()}`;
const scans = (count: number, type = 'scanned') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));

describe('reading through the gateway', () => {
  let gateway: TestGateway;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    gateway = await startGateway();
    client = gateway.connect();
  });
  afterAll(() => gateway.close());
  const revisions = async (...args: Parameters<EventStoreDBClient['readStream']>) =>
    (await collect(client.readStream(...args))).map(({ event }) => Number(event?.revision));

  it('reads a stream either way, from anywhere, so many', async () => {
    const stream = name();
    await client.appendToStream(stream, scans(6));
    expect(await revisions(stream)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await revisions(stream, { fromRevision: 4n })).toEqual([4, 5]);
    expect(await revisions(stream, { maxCount: 2 })).toEqual([0, 1]);
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([5, 4]);
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: 1n })).toEqual([1, 0]);
    await expect(revisions(name())).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('reads everything either way; a position is inclusive forwards, exclusive backwards', async () => {
    const stream = name();
    const { position } = await client.appendToStream(stream, scans(3));
    await client.appendToStream(stream, scans(2));
    const all = await collect(client.readAll());
    expect(all.at(0)?.event?.streamId).toMatch(/^\$/);
    const ids = (events: AllStreamResolvedEvent[]) => events.map(({ event }) => event?.id);
    expect(ids(await collect(client.readAll({ direction: BACKWARDS, fromPosition: END })))).toEqual(ids(all).reverse());
    const [at, ...rest] = await collect(client.readAll({ fromPosition: position as Position }));
    expect(at?.event?.position).toEqual(position);
    expect(rest).toHaveLength(2);
    const [before] = await collect(
      client.readAll({ direction: BACKWARDS, fromPosition: position as Position, maxCount: 1 }),
    );
    expect(before?.event).toMatchObject({ streamId: stream, revision: 1n });
  });

  it('honours maxCount, truncateBefore and maxAge', async () => {
    const [counted, cut, aged] = [name(), name(), name()];
    await client.setStreamMetadata(counted, { maxCount: 2 });
    for (const stream of [counted, cut, aged]) await client.appendToStream(stream, scans(5));
    await client.setStreamMetadata(cut, { truncateBefore: 3 });
    await client.setStreamMetadata(aged, { maxAge: 3_600 });
    expect(await revisions(counted)).toEqual([3, 4]);
    expect(await revisions(counted, { direction: BACKWARDS, fromRevision: END })).toEqual([4, 3]);
    expect(await revisions(cut)).toEqual([3, 4]);
    expect(await revisions(aged)).toHaveLength(5);
    await gateway.sql.query(
      `update events set recorded_at = recorded_at - interval '2 hours'
       where revision < 4 and stream_id = (select id from streams where name = $1)`,
      [aged],
    );
    expect(await revisions(aged)).toEqual([4]);
  });

  it('resolves links when asked, and tells those that lead nowhere', async () => {
    const [target, links] = [name(), name()];
    await client.appendToStream(target, scans(3));
    const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) });
    await client.appendToStream(links, [link(`1@${target}`), link(`9@${target}`)]);
    const [plain] = await collect(client.readStream(links));
    expect(plain).toMatchObject({ event: { type: '$>' } });
    const [found, lost] = await collect(client.readStream(links, { resolveLinkTos: true }));
    expect(found).toMatchObject({ event: { streamId: target, revision: 1n }, link: { streamId: links, revision: 0n } });
    expect(lost?.event).toBeUndefined();
    expect(lost?.link?.revision).toBe(1n);
  });

  it.each(['start', 'end', 'a revision'] as const)(
    'follows a stream from %s, and tells once that it caught up',
    async (from) => {
      const stream = name();
      await client.appendToStream(stream, scans(4));
      const seen: bigint[] = [];
      const caughtUp: number[] = [];
      const subscription = client
        .subscribeToStream(stream, { fromRevision: ({ start: START, end: END, 'a revision': 1n } as const)[from] })
        .on('caughtUp', () => caughtUp.push(seen.length))
        .on('data', ({ event }) => seen.push(event?.revision ?? -1n));
      await vi.waitFor(() => expect(caughtUp).toHaveLength(1), 20_000);
      await client.appendToStream(stream, scans(2));
      await vi.waitFor(() => expect(seen.at(-1)).toBe(5n), 20_000);
      expect(seen).toHaveLength({ start: 6, end: 2, 'a revision': 4 }[from]);
      expect(caughtUp).toHaveLength(1);
      await subscription.unsubscribe();
    },
  );

  it('waits for a stream that is not there yet', async () => {
    const stream = name();
    const subscription = client.subscribeToStream(stream);
    const first = collect(subscription.once('data', () => void subscription.unsubscribe()));
    await client.appendToStream(stream, scans(1));
    expect((await first).map(({ event }) => event?.revision)).toEqual([0n]);
  });

  it.each([
    ['stream prefixes', streamNameFilter({ prefixes: ['wanted_'] })],
    ['a stream pattern', streamNameFilter({ regex: '^want(ed|less)_' })],
    ['type prefixes', eventTypeFilter({ prefixes: ['good'] })],
    ['a type pattern', eventTypeFilter({ regex: '^go+d$' })],
  ] as const)('filters everything by %s', async (_, filter) => {
    const { position } = await client.appendToStream(name(), scans(1));
    const [wanted, other] = [`wanted_${randomUUID()}`, name()];
    await client.appendToStream(other, scans(3, 'bad'));
    await client.appendToStream(wanted, scans(3, 'good'));
    await client.appendToStream(other, scans(3, 'bad'));
    await client.appendToStream(wanted, scans(2, 'good'));
    const seen: (string | undefined)[] = [];
    for await (const { event } of client.subscribeToAll({ fromPosition: position as Position, filter })) {
      seen.push(event?.streamId);
      if (seen.length === 5) break;
    }
    expect(seen).toEqual(Array.from({ length: 5 }, () => wanted));
  });

  it('refuses a pattern that it cannot match in linear time', async () => {
    const reading = collect(client.subscribeToAll({ filter: streamNameFilter({ regex: '^(?=a)b' }) }));
    await expect(reading).rejects.toThrow(/RE2/);
  });

  it('reports checkpoints past what a filter left out', async () => {
    const checkpoints: bigint[] = [];
    const { position } = await client.appendToStream(name(), scans(1));
    const subscription = client.subscribeToAll({
      fromPosition: position as Position,
      filter: excludeSystemEvents({
        checkpointInterval: 2,
        checkpointReached: async (_, { commit }) => {
          checkpoints.push(commit);
        },
      }),
    });
    subscription.on('data', () => undefined);
    const { position: last } = await client.appendToStream('$hidden', scans(128));
    await vi.waitFor(() => expect(checkpoints.at(-1)).toBe(last?.commit), 20_000);
    expect(checkpoints.length).toBeLessThanOrEqual(4);
    await subscription.unsubscribe();
  });

  it('holds no more for a subscriber that does not read', async () => {
    const stream = name();
    const big = () => jsonEvent({ type: 'big', data: { text: 'x'.repeat(20_000) } });
    const subscription = client.subscribeToStream(stream);
    subscription.pause();
    for (let n = 0; n < 16; n += 1) await client.appendToStream(stream, Array.from({ length: 40 }, big));
    const seen: bigint[] = [];
    for await (const { event } of subscription) {
      seen.push(event?.revision ?? -1n);
      if (seen.length === 640) break;
    }
    expect(seen).toEqual(Array.from({ length: 640 }, (_, n) => BigInt(n)));
  });
});
