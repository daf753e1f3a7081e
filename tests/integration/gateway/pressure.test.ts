import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceededError, EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asPosition, asRevision, START } from '../../../schema/order.ts';
import { openEsdbPages } from '../../../server/eventstore/esdb-pages.ts';
import { openEsdbReads } from '../../../server/eventstore/esdb-reads.ts';
import { openLiveTail } from '../../../server/eventstore/live-tail.ts';
import { openSubscriptions } from '../../../server/eventstore/subscriptions.ts';
import { batchAppendHandler } from '../../../server/gateway/batch-append.ts';
import { streamIdentifier, uuidMessage } from '../../../server/gateway/wire.ts';
import type { Writer } from '../../../server/gateway/writer.ts';
import { collect, startGateway, type TestGateway } from '../../support/gateway.ts';
import { injected } from '../../support/injected.ts';

const name = () => `shipment-${randomUUID()}`;
const moved = (n = 0) => jsonEvent({ type: 'moved', data: { n } });
const credentials = { username: 'whoever', password: 'any' };
/** The client appends by BatchAppend, and by Append where an append brings its own credentials. */
const ways = [
  ['BatchAppend', {}],
  ['Append', { credentials }],
] as const;

let gateway: TestGateway;
let client: EventStoreDBClient;
beforeAll(async () => {
  gateway = await startGateway();
  client = gateway.connect();
});
afterAll(() => gateway.close());

const countOf = async (stream: string) => (await collect(gateway.store.readStream(stream))).length;

/** Until it is called, the database answers nobody. */
const holdDatabase = async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    ended = gateway.sql.transaction(async (tx) => {
      await tx.query('select 1');
      begun();
      await held;
    });
  });
  const letGo = async () => {
    release();
    await ended;
  };
  onTestFinished(letGo);
  return letGo;
};

describe('a deadline', () => {
  it.each(ways)('ends what %s waits for, and nothing else', async (_, by) => {
    const [waited, patient] = [name(), name()];
    await client.appendToStream(waited, moved(), by);
    const letGo = await holdDatabase();
    const answered = client.appendToStream(patient, moved(), by);
    await expect(client.appendToStream(waited, moved(), { ...by, deadline: 100 })).rejects.toBeInstanceOf(
      DeadlineExceededError,
    );
    await letGo();
    expect(await answered).toMatchObject({ success: true, nextExpectedRevision: 0n });
    expect(await client.appendToStream(waited, moved(), by)).toMatchObject({ success: true });
  });

  it('keeps an append from the log that has not had its turn', async () => {
    const [before, late] = [name(), name()];
    const letGo = await holdDatabase();
    const answered = client.appendToStream(before, moved());
    await expect(client.appendToStream(late, moved(), { deadline: 50 })).rejects.toBeInstanceOf(DeadlineExceededError);
    await letGo();
    await answered;
    await client.appendToStream(before, moved());
    expect([await countOf(before), await countOf(late)]).toEqual([2, 0]);
  });

  it('is the one of the connection where a call has none', async () => {
    const hasty = EventStoreDBClient.connectionString(`${gateway.url}&defaultDeadline=100`);
    await hasty.appendToStream(name(), moved(), { deadline: 60_000 });
    await holdDatabase();
    const ended = { status: 'rejected', reason: expect.any(DeadlineExceededError) };
    const waiting = [hasty.appendToStream(name(), moved()), hasty.deleteStream(name())];
    expect(await Promise.allSettled(waiting)).toEqual([ended, ended]);
    await hasty.dispose();
  });

  it('comes before the answer that something is not done here', async () => {
    for (let n = 0; n < 20; n += 1) {
      const fresh = gateway.connect();
      await expect(fresh.listProjections({ deadline: 1 })).rejects.toBeInstanceOf(DeadlineExceededError);
    }
  });
});

describe('what one call has sent', () => {
  const caller = { name: 'whoever', identity: null, reads: true, writes: true };
  const answer = { revision: asRevision(0), position: asPosition(1n) };
  const request = () =>
    new streams.BatchAppendReq()
      .setCorrelationId(uuidMessage(randomUUID()))
      .setOptions(new streams.BatchAppendReq.Options().setStreamIdentifier(streamIdentifier(name())))
      .setIsFinal(true);
  const openCall = (append: Writer['append']) => {
    const ending = new AbortController();
    const handle = batchAppendHandler({ ...injected, writer: { append } });
    const context = { caller, signal: ending.signal };
    return {
      ending,
      run: (requests: AsyncIterable<streams.BatchAppendReq>) => handle(requests, async () => {}, context),
    };
  };

  it('is not appended once the call has ended', async () => {
    const appended: string[] = [];
    const { ending, run } = openCall(async ({ stream }) => {
      appended.push(stream);
      ending.abort(new Error('over'));
      return { answered: Promise.resolve(answer) };
    });
    let asked = 0;
    const requests = async function* () {
      for (; asked < 20; asked += 1) {
        yield request();
        if (asked === 9) await sleep(10);
      }
    };
    await expect(run(requests())).rejects.toThrow('over');
    expect(appended).toHaveLength(1);
    expect(asked).toBeLessThanOrEqual(10);
  });

  it('is bounded, however little each append holds', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { run } = openCall(async () => ({ answered: held.then(() => answer) }));
    let asked = 0;
    const requests = async function* () {
      for (; asked < 10_000; asked += 1) yield request();
    };
    const done = run(requests());
    await expect.poll(() => asked).toBeGreaterThan(8_000);
    await sleep(100);
    expect(asked).toBeLessThan(9_000);
    letGo();
    await done;
    expect(asked).toBe(10_000);
  });
});

describe('a log that is never told to have been read', () => {
  const filter = { categories: ['shipment'] };
  const open = () => {
    const pages = openEsdbPages(client, { ...openEsdbReads(client), head: async () => asPosition(1_000n) });
    const tail = openLiveTail(START, async () => [], vi.fn());
    return { pages, tail, ...openSubscriptions({ ...injected, pages, tail }) };
  };

  it('is left by its reader at his signal and when the store closes', async () => {
    await holdDatabase();
    const { tail, subscribeToAll } = open();
    const [stopping, staying] = [new AbortController(), new AbortController()];
    const ends = [stopping, staying].map(({ signal }) =>
      subscribeToAll({ filter, signal })[Symbol.asyncIterator]().next(),
    );
    await sleep(100);
    stopping.abort();
    expect(await ends[0]).toEqual({ done: true, value: undefined });
    await tail.close();
    expect(await ends[1]).toEqual({ done: true, value: undefined });
  });

  it('has no page for one who has left', async () => {
    const { pages } = open();
    const page = { after: START, limit: 1_000, signal: AbortSignal.abort() };
    await expect(pages.allPage({ ...page, filter })).rejects.toMatchObject({ name: 'AbortError' });
    await client.appendToStream(name(), moved());
    await expect(pages.allPage({ ...page, filter: undefined })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a flood', () => {
  it.each([
    ['BatchAppend', 500, {}],
    ['Append', 300, { credentials }],
  ] as const)('of appends by %s is taken whole', async (_, count, by) => {
    const stream = name();
    const kilobyte = () => jsonEvent({ type: 'moved', data: { value: 'A'.repeat(904) } });
    const answers = await Promise.all(
      Array.from({ length: count }, () => client.appendToStream(stream, kilobyte(), by)),
    );
    const revisions = answers.map(({ nextExpectedRevision }) => Number(nextExpectedRevision));
    expect(revisions.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (__, n) => n));
    expect(await countOf(stream)).toBe(count);
  });

  /** An array that never ends. */
  class Endless extends Array<ReturnType<typeof moved>> {
    override *[Symbol.iterator](): Generator<ReturnType<typeof moved>, undefined> {
      for (let n = 0; ; n += 1) yield moved(n);
    }
  }

  it('ends with the gateway, whoever still writes', async () => {
    const ending = await startGateway();
    const writer = EventStoreDBClient.connectionString(ending.url);
    await writer.appendToStream(name(), moved());
    const inBatches = async (): Promise<never> => {
      await writer.appendToStream(name(), Array.from({ length: 1_000 }, moved));
      return inBatches();
    };
    const endless = writer.appendToStream(name(), new Endless(), { credentials, deadline: Number.POSITIVE_INFINITY });
    const ended = Promise.allSettled([inBatches(), endless]);
    await collect(writer.readAll({ maxCount: 1 }));
    await ending.close();
    expect(await ended).toEqual([
      { status: 'rejected', reason: expect.any(UnavailableError) },
      { status: 'rejected', reason: expect.any(UnavailableError) },
    ]);
    await writer.dispose();
  });
});
