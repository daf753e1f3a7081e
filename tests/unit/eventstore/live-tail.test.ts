import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asPosition, asRevision, START } from '../../../schema/order.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { openLiveTail } from '../../../server/eventstore/live-tail.ts';

const eventAt = (position: number, name = 'thing-1', userId: string | null = null): RecordedEvent => ({
  id: randomUUID(),
  type: 'Noted',
  data: {},
  metadata: null,
  stream: { name, category: 'thing', userId, conversationId: null },
  revision: asRevision(position - 1),
  position: asPosition(BigInt(position)),
  recordedAt: new Date(0),
});
const eventsAt = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => eventAt(from + n));

/** A tail over a log that the test writes; `readAfter` answers with at most two events. */
const open = () => {
  const log: RecordedEvent[] = [];
  const failures: unknown[] = [];
  let failing = 0;
  const tail = openLiveTail(
    START,
    async (after) => {
      if (failing > 0) {
        failing -= 1;
        throw new Error('away');
      }
      return log.filter(({ position }) => position > after).slice(0, 2);
    },
    (error) => failures.push(error),
  );
  const { signal } = new AbortController();
  return { log, tail, failures, failNext: () => (failing += 1), signal };
};
const positionsOf = (events: readonly RecordedEvent[]) => events.map(({ position }) => Number(position));

describe('the live tail', () => {
  it('passes on what follows, without reading', async () => {
    const { tail, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    tail.offer(eventsAt(1, 3));
    tail.offer(eventsAt(4, 5));
    const news = await live.next();
    expect(positionsOf(news?.events ?? [])).toEqual([1, 2, 3, 4, 5]);
    expect(news).toMatchObject({ position: 5n, overflowed: false });
  });

  it('reads the gap before it passes on what jumped over it, and hears meanwhile', async () => {
    const { tail, log, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    log.push(...eventsAt(1, 5));
    tail.offer(log.slice(3));
    log.push(...eventsAt(6, 7));
    tail.offer(log.slice(5));
    const seen: number[] = [];
    while (seen.length < 7) seen.push(...positionsOf((await live.next())?.events ?? []));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await tail.close();
  });

  it('leaves it to the store to say what is recent while it reads on', async () => {
    const { tail, log, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    const recent = () => tail.recent('thing-1', asRevision(0), 10)?.events ?? null;
    tail.offer([eventAt(1)]);
    expect(positionsOf(recent() ?? [])).toEqual([1]);
    log.push(...eventsAt(1, 5));
    tail.offer(log.slice(4));
    expect(recent()).toBeNull();
    await live.next();
    expect(recent()).toBeNull();
    await expect.poll(() => positionsOf(recent() ?? [])).toEqual([1, 2, 3, 4, 5]);
  });

  const at = (n: number) => asPosition(BigInt(n));
  const openWithTwo = () => {
    const { tail } = open();
    tail.advance([eventAt(1), { ...eventAt(2, 'thing-2'), revision: asRevision(0) }]);
    const recent = (name: string) =>
      tail.recent(name, asRevision(0), 10)?.events.map(({ position }) => Number(position));
    return { tail, recent };
  };

  it('leaves a stream to the store while more of it is expected than has passed, and no other', () => {
    const { tail, recent } = openWithTwo();
    tail.expect('thing-1', at(2));
    expect(recent('thing-1')).toEqual([1]);
    tail.expect('thing-1', at(4));
    tail.advance([eventAt(3)]);
    expect([recent('thing-1'), recent('thing-2')]).toEqual([undefined, [2]]);
    tail.advance([eventAt(4)]);
    expect([recent('thing-1'), recent('thing-2')]).toEqual([[1, 3, 4], [2]]);
  });

  it('leaves all to the store while more streams are expected than it tells apart', () => {
    const { tail, recent } = openWithTwo();
    for (let n = 0; n <= 10_000; n += 1) tail.expect(`other-${n}`, at(3 + n));
    expect(recent('thing-1')).toBeUndefined();
    tail.advance([eventAt(3)]);
    expect(recent('thing-1')).toEqual([1, 3]);
  });

  it('goes on after a read that failed', async () => {
    const { tail, log, failures, failNext, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    log.push(...eventsAt(1, 2));
    failNext();
    tail.poke();
    await expect.poll(() => failures).toHaveLength(1);
    tail.poke();
    expect(positionsOf((await live.next())?.events ?? [])).toEqual([1, 2]);
  });

  it('drops what a reader leaves lying past its buffer, says so, and keeps nothing more for it', async () => {
    const { tail, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    for (let position = 1; position <= 2_000; position += 1) tail.offer([eventAt(position)]);
    const news = await live.next();
    expect(news).toEqual({ events: [], position: 2_000n, overflowed: true });
    tail.offer([eventAt(2_001)]);
    expect(await live.next()).toMatchObject({ position: 2_001n, overflowed: false });
  });

  it('drops large events after a few, as many small ones, and never what a reader who waits is told', async () => {
    const { tail, signal } = open();
    const live = tail.subscribeToAll(undefined, signal);
    const large = (position: number) => ({ ...eventAt(position), data: { list: ['x'.repeat(256 * 1024)] } });
    tail.offer([1, 2, 3, 4, 5, 6, 7, 8].map(large));
    expect(await live.next()).toMatchObject({ events: { length: 8 }, overflowed: false });
    for (let position = 9; position <= 11; position += 1) tail.offer([large(position)]);
    expect(await live.next()).toMatchObject({ events: { length: 3 }, overflowed: false });
    for (let position = 12; position <= 15; position += 1) tail.offer([large(position)]);
    expect(await live.next()).toEqual({ events: [], position: 15n, overflowed: true });
  });

  it('keeps readers of a stream and of a user to theirs, and ticks where nothing of theirs comes', async () => {
    const { tail, signal } = open();
    const stream = tail.subscribeToStream('thing-2', signal);
    const user = tail.subscribeToAll({ userId: 'ada' }, signal);
    tail.offer([eventAt(1), eventAt(2, 'thing-2'), eventAt(3, 'thing-3', 'ada'), eventAt(4)]);
    expect(positionsOf((await stream.next())?.events ?? [])).toEqual([2]);
    expect(positionsOf((await user.next())?.events ?? [])).toEqual([3]);
    tail.offer([eventAt(5)]);
    tail.tick();
    expect(await user.next()).toEqual({ events: [], position: 5n, overflowed: false });
  });

  it('ends its readers at their signal and at its own end', async () => {
    const { tail, signal } = open();
    const stopping = new AbortController();
    const [one, other] = [tail.subscribeToAll(undefined, stopping.signal), tail.subscribeToStream('thing-1', signal)];
    const [nextOfOne, nextOfOther] = [one.next(), other.next()];
    stopping.abort();
    expect(await nextOfOne).toBeNull();
    await tail.close();
    expect(await nextOfOther).toBeNull();
    expect(other.signal.aborted).toBe(true);
  });
});
