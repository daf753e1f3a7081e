import { beforeAll, expect, it } from 'vitest';
import { asRevision, type Position } from '../../schema/order.ts';
import type { Direction, EventStore, Filter } from '../../server/eventstore/event-store.ts';
import {
  expectHonestPositions,
  follow,
  newCategory,
  newEvent,
  newStream,
  range,
  readOut,
  revisionsOf,
} from './event-store-support.ts';

/** Events of which a page holds few. */
export const largeContract = (store: () => EventStore) => {
  const [category, stream] = [newCategory(), newStream()];
  const count = 30;
  const type = `Large${newCategory()}`;
  /** The suite's other events aren't read again and again. */
  let before: Position;
  beforeAll(async () => {
    before = await store().head();
    // One letter again and again is little on disk.
    const [once, words] = ['x'.repeat(250_000), '7 '.repeat(110_000)];
    const attachments = [{ filename: 'words.txt', text: words }];
    const shapes = [{ data: { text: once } }, { data: { text: 'Look!', attachments } }, { data: { text: words } }];
    const beside = { data: { text: 'Look!' }, metadata: { words } };
    const large = (n: number) => ({ ...newEvent(n, type), ...(shapes[n % 4] ?? beside) });
    for (let n = 0; n < count; n += 3) {
      const events = [large(n), newEvent(n + 1, type), large(n + 2)];
      await store().append(stream, events, { expectedRevision: 'any' });
      await store().append(newStream(category), [newEvent(n)], { expectedRevision: 'no_stream' });
    }
  });
  const filters = [{ types: [type] }, { categories: ['thing'], types: [type] }];

  const readOwn = (direction: Direction, filter: Filter) =>
    store().readAll(direction === 'forwards' ? { from: before, filter } : { to: before, direction, filter });

  it('leaves none out, whatever a page holds', async () => {
    const both = ['forwards', 'backwards'] as const;
    for (const direction of both) {
      const expected = direction === 'forwards' ? range(0, count - 1) : range(0, count - 1).reverse();
      const reads = [store().readStream(stream, { direction }), ...filters.map((filter) => readOwn(direction, filter))];
      for (const events of reads) expect(revisionsOf(await readOut(events))).toEqual(expected);
    }
    const some = store().readStream(stream, { from: asRevision(3), limit: 25 });
    expect(revisionsOf(await readOut(some))).toEqual(range(3, 27));
  });

  it('hands a subscriber a few at a time, and says when there are no more', async () => {
    const subscriptions = [
      (signal: AbortSignal) => store().subscribeToStream(stream, { signal }),
      ...filters.map((filter) => (signal: AbortSignal) => store().subscribeToAll({ after: before, filter, signal })),
    ];
    for (const subscribe of subscriptions) {
      const follower = follow(subscribe);
      await follower.untilCaughtUp();
      await follower.stop();
      expect(revisionsOf(follower.events())).toEqual(range(0, count - 1));
      const bytes = follower.batches.map(
        ({ events }) => JSON.stringify(events.map(({ data, metadata }) => [data, metadata])).length,
      );
      expect(Math.max(...bytes)).toBeLessThan(5 * 1024 * 1024);
      expectHonestPositions(follower.batches);
    }
  });
};
