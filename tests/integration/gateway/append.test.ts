import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, startGateway, type TestGateway } from '../../support/gateway.ts';
import { databases } from '../../support/sql.ts';

const name = () => `shipment-${randomUUID()}`;
const moved = (n: number) => jsonEvent({ type: 'moved', data: { n } });
const moves = (count: number) => Array.from({ length: count }, (_, n) => moved(n));
const credentials = { username: 'whoever', password: 'any' };
/** The client appends by BatchAppend, and by Append where an append brings its own credentials. */
const ways = [
  ['BatchAppend', {}],
  ['Append', { credentials }],
] as const;

describe.each(databases.map(([database]) => database))('appending through the gateway on %s', (database) => {
  let gateway: TestGateway;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    gateway = await startGateway({}, database);
    client = gateway.connect();
  });
  afterAll(() => gateway.close());
  const revisions = async (stream: string) =>
    (await collect(client.readStream(stream))).map(({ event }) => event?.revision);

  describe.each(ways)('by %s', (_, by) => {
    it('answers the last revision and position, which reading shows too', async () => {
      const stream = name();
      await client.appendToStream(stream, moves(2), by);
      const { nextExpectedRevision, position } = await client.appendToStream(stream, moves(3), by);
      expect(nextExpectedRevision).toBe(4n);
      const [last] = await collect(client.readStream(stream, { fromRevision: 4n }));
      expect(last?.event?.position).toEqual(position);
    });

    it.each([
      ['no_stream', 2, 'no_stream', 1n],
      ['stream_exists', 0, 'stream_exists', 'no_stream'],
      [0n, 2, 0n, 1n],
      [5n, 0, 5n, 'no_stream'],
    ] as const)('refuses %s of a stream of %i events', async (expectedRevision, before, expectedVersion, actual) => {
      const stream = name();
      if (before > 0) await client.appendToStream(stream, moves(before));
      const refused = client.appendToStream(stream, moved(0), { expectedRevision, ...by });
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await expect(refused).rejects.toMatchObject({ streamName: stream, expectedVersion, actualVersion: actual });
    });

    it('answers a repeat as the first time', async () => {
      const stream = name();
      const events = moves(3);
      const first = await client.appendToStream(stream, events, by);
      expect(await client.appendToStream(stream, events, by)).toEqual(first);
      expect(await revisions(stream)).toEqual([0n, 1n, 2n]);
    });

    it('refuses more than a mebibyte, having read it all, and goes on', async () => {
      const stream = name();
      const large = Array.from({ length: 20 }, (_, n) =>
        jsonEvent({ type: 'big', data: { n, text: 'x'.repeat(60_000) } }),
      );
      const refused = client.appendToStream(stream, large, by);
      await expect(refused).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
      await expect(refused).rejects.toMatchObject({ maxAppendSize: 1_048_576 });
      await client.appendToStream(stream, large.slice(0, 17), by);
      expect(await revisions(stream)).toHaveLength(17);
    });

    it('takes an append in many chunks', async () => {
      const stream = name();
      await client.appendToStream(stream, moves(2_000), { ...by, batchAppendSize: 2_048 });
      expect(await revisions(stream)).toHaveLength(2_000);
    });

    it('refuses a tombstoned stream', async () => {
      const stream = name();
      await client.appendToStream(stream, moves(1), by);
      await client.tombstoneStream(stream);
      const refused = client.appendToStream(stream, moves(1), by);
      await expect(refused).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(refused).rejects.toMatchObject({ streamName: stream });
    });

    it('brings bytes back as they came, JSON or not', async () => {
      const stream = name();
      const bytes = Uint8Array.from([0, 1, 128, 255]);
      const odd = '{"b":1,"a":[12345678901234567890, 1.0],"a2":"\\u0000\\ud800"}';
      await client.appendToStream(
        stream,
        [
          binaryEvent({ type: 'scan', data: bytes, metadata: bytes }),
          binaryEvent({ type: 'scan', data: bytes, metadata: { by: 'ada' } }),
          jsonEvent({ type: 'note', data: 'just text, CC ‐ 1830', metadata: { by: 'ada' } }),
          jsonEvent({ type: 'note', data: { cancel: '\u0018', nul: '\u0000' } }),
        ],
        by,
      );
      const read = (await collect(client.readStream(stream))).map(({ event }) => event);
      expect(read.map((event) => event?.isJson)).toEqual([false, false, true, true]);
      expect(read.map((event) => event?.data)).toEqual([
        bytes,
        bytes,
        'just text, CC ‐ 1830',
        { cancel: '\u0018', nul: '\u0000' },
      ]);
      expect(read.map((event) => event?.metadata)).toEqual([bytes, { by: 'ada' }, { by: 'ada' }, undefined]);
      expect(Math.abs((read[0]?.created.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      await gateway.store.append(
        stream,
        [{ id: randomUUID(), type: 'raw', data: {}, payload: { json: true, data: Buffer.from(odd), metadata: bytes } }],
        { expectedRevision: 'any' },
      );
      const [last] = await collect(gateway.store.readStream(stream, { direction: 'backwards', limit: 1 }));
      expect(Buffer.from(last?.payload?.data ?? []).toString()).toBe(odd);
    });
  });

  it('keeps the order of appends in flight', async () => {
    const stream = name();
    await Promise.all(Array.from({ length: 300 }, (_, n) => client.appendToStream(stream, moved(n))));
    const read = await collect(client.readStream(stream));
    expect(read.map(({ event }) => event?.data)).toEqual(Array.from({ length: 300 }, (_, n) => ({ n })));
  });

  it('tells a failure without throwing where the client wants that', async () => {
    const stream = name();
    await client.appendToStream(stream, moves(3));
    const quiet = gateway.connect('&throwOnAppendFailure=false');
    const refused = await quiet.appendToStream(stream, moved(0), { expectedRevision: 'no_stream', credentials });
    expect(refused).toMatchObject({ success: false, nextExpectedRevision: 2n });
  });

  it('deletes, hides and revives a stream', async () => {
    const stream = name();
    await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await client.appendToStream(stream, moves(3));
    const wrong = client.deleteStream(stream, { expectedRevision: 1n });
    await expect(wrong).rejects.toMatchObject({ streamName: stream, expectedVersion: 1n, actualVersion: 2n });
    await expect(client.deleteStream(stream, { expectedRevision: 'no_stream' })).rejects.toThrow();
    await client.setStreamMetadata(stream, { carrier: 'dove' });
    await client.deleteStream(stream, { expectedRevision: 2n });
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
    await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(WrongExpectedVersionError);
    const { nextExpectedRevision } = await client.appendToStream(stream, moves(2), { expectedRevision: 'no_stream' });
    expect(nextExpectedRevision).toBe(4n);
    expect(await revisions(stream)).toEqual([3n, 4n]);
    const { metadata } = await client.getStreamMetadata<{ carrier: string }>(stream);
    expect(metadata).toEqual({ carrier: 'dove', truncateBefore: 3 });
  });

  it('tombstones what is there and what is not', async () => {
    const [there, nowhere] = [name(), name()];
    await client.appendToStream(there, moves(2));
    await expect(client.tombstoneStream(there, { expectedRevision: 0n })).rejects.toMatchObject({
      streamName: there,
      expectedVersion: 0n,
    });
    await expect(client.tombstoneStream(there, { expectedRevision: 'no_stream' })).rejects.toThrow();
    await client.tombstoneStream(there, { expectedRevision: 1n });
    await client.tombstoneStream(nowhere, { expectedRevision: 'no_stream' });
    for (const stream of [there, nowhere]) {
      const reading = collect(client.readStream(stream));
      await expect(reading).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(client.setStreamMetadata(stream, { maxCount: 1 })).rejects.toBeInstanceOf(StreamDeletedError);
    }
  });
});
