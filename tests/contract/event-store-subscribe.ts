import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { asRevision, type Position } from '../../schema/order.ts';
import type { EventStore, Filter } from '../../server/eventstore/event-store.ts';
import {
  expectHonestPositions,
  type Follower,
  follow,
  idsOf,
  newCategory,
  newEvents,
  newStream,
  type OpenStore,
  range,
  revisionsOf,
} from './event-store-support.ts';

const any = { expectedRevision: 'any' } as const;

export const subscribeContract = (store: () => EventStore, open: OpenStore) => {
  const append = (stream: string, count: number, type?: string) => store().append(stream, newEvents(count, type), any);

  /** Its reader takes nothing more after his first batch until thousands of events wait. */
  const expectAllForSlow = async (followSlowly: (stream: string, pause: () => Promise<void>) => Follower) => {
    const stream = newStream();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = followSlowly(stream, () => gate);
    await slow.untilCaughtUp();
    for (let n = 0; n < 40; n += 1) await append(stream, 75);
    release();
    await slow.untilSeen(3_000);
    await append(stream, 1);
    await slow.untilSeen(3_001);
    await slow.stop();
    expect(revisionsOf(slow.events())).toEqual(range(0, 3_000));
    expectHonestPositions(slow.batches);
  };

  describe('subscribeToAll', () => {
    const followAll = (
      options: Omit<Parameters<EventStore['subscribeToAll']>[0], 'signal'>,
      pause?: () => Promise<unknown>,
    ) => follow((signal) => store().subscribeToAll({ ...options, signal }), pause);

    it('reads from the first event, says when it has caught up, goes on live', async () => {
      await append(newStream(), 1_200);
      const follower = followAll({});
      await follower.untilCaughtUp();
      const stream = newStream();
      for (let n = 0; n < 3; n += 1) await append(stream, 2);
      await follower.until(() =>
        expect(follower.events().filter((event) => event.stream.name === stream)).toHaveLength(6),
      );
      await follower.stop();
      const read: string[] = [];
      for await (const { id } of store().readAll()) read.push(id);
      expect(idsOf(follower.events())).toEqual(read);
      expectHonestPositions(follower.batches);
    });

    it('reads after a position, and from the end', async () => {
      const stream = newStream();
      const { position } = await append(stream, 2);
      await append(stream, 2);
      const [cursor, end] = [followAll({ after: position }), followAll({ after: await store().head() })];
      await Promise.all([cursor.untilCaughtUp(), end.untilCaughtUp()]);
      await append(stream, 1);
      await Promise.all([cursor.untilSeen(3), end.untilSeen(1)]);
      await Promise.all([cursor.stop(), end.stop()]);
      expect(revisionsOf(cursor.events())).toEqual([2, 3, 4]);
      expect(revisionsOf(end.events())).toEqual([4]);
    });

    const [category, user, conversation] = [newCategory(), newCategory(), newCategory()];
    const filters: [string, Filter, boolean][] = [
      ['a category', { categories: [category] }, false],
      ['a type', { categories: [category], types: ['Wanted'] }, true],
      ['a user', { userId: user }, false],
      ['a conversation', { conversationId: conversation }, false],
      ['a type of a user', { userId: user, types: ['Wanted'] }, true],
    ];
    it.each(filters)('filters by %s, and reports how far it has looked', async (_, filter, onlyWanted) => {
      const stream = newStream(category);
      const owner = { userId: user, conversationId: conversation };
      const after = await store().head();
      const appendBoth = async () => {
        await store().append(stream, newEvents(2, 'Wanted'), { ...any, owner });
        await store().append(stream, newEvents(1, 'Other'), any);
        return append(newStream(), 3, 'Wanted');
      };
      const before = await appendBoth();
      const follower = followAll({ after, filter });
      await follower.untilCaughtUp();
      expect(follower.batches.at(-1)?.position).toBe(before.position);
      const { position } = await appendBoth();
      await follower.until(() => expect(follower.batches.at(-1)?.position).toBe(position));
      await follower.stop();
      expect(revisionsOf(follower.events())).toEqual(onlyWanted ? [0, 1, 3, 4] : range(0, 5));
      expect(new Set(follower.events().map((event) => event.stream.name))).toEqual(new Set([stream]));
      expectHonestPositions(follower.batches);
    });

    it('shows a slow reader everything once, in order, however far it falls behind', async () => {
      const after = await store().head();
      await expectAllForSlow((_, pause) => followAll({ after }, pause));
    });
  });

  describe('subscribeToStream', () => {
    const followStream = (stream: string, after?: number, pause?: () => Promise<unknown>) =>
      follow(
        (signal) =>
          store().subscribeToStream(stream, after === undefined ? { signal } : { after: asRevision(after), signal }),
        pause,
      );

    it.each([
      ['from its first event', undefined, 0],
      ['after a cursor', 1_999, 2_000],
      ['from its end', 2_499, 2_500],
    ] as const)('reads %s, says when it has caught up, goes on live', async (_, after, first) => {
      const stream = newStream();
      await append(stream, 2_500);
      await append(newStream(), 5);
      const follower = followStream(stream, after);
      await follower.untilCaughtUp();
      const untilThen = follower.batches.slice(0, follower.batches.findIndex(({ caughtUp }) => caughtUp) + 1);
      expect(revisionsOf(untilThen.flatMap(({ events }) => events))).toEqual(range(first, 2_499));
      for (let n = 0; n < 3; n += 1) await Promise.all([append(stream, 2), append(newStream(), 2)]);
      await follower.untilSeen(2_506 - first);
      await follower.stop();
      expect(revisionsOf(follower.events())).toEqual(range(first, 2_505));
      expectHonestPositions(follower.batches);
    });

    it('waits for a stream that is not there yet', async () => {
      const stream = newStream();
      const follower = followStream(stream);
      await follower.untilCaughtUp();
      expect(follower.events()).toEqual([]);
      await append(newStream(), 1);
      await append(stream, 2);
      expect(revisionsOf(await follower.untilSeen(2))).toEqual([0, 1]);
      await follower.stop();
    });

    it('waits for revisions that are not there yet', async () => {
      const stream = newStream();
      await append(stream, 1);
      const follower = followStream(stream, 2);
      await follower.untilCaughtUp();
      await append(stream, 4);
      await follower.untilSeen(2);
      await follower.stop();
      expect(revisionsOf(follower.events())).toEqual([3, 4]);
    });

    it('shows live what a later reader finds', async () => {
      const stream = newStream();
      const live = followStream(stream);
      await live.untilCaughtUp();
      const [event] = newEvents(1);
      const data = { text: '🙂', list: [1, null, { deep: true }], a: 0 };
      const owner = { userId: 'ada' };
      await store().append(stream, [{ id: event?.id ?? '', type: 'Said', data, metadata: { a: 1 } }], {
        ...any,
        owner,
      });
      await live.untilSeen(1);
      const later = followStream(stream);
      await later.untilSeen(1);
      await Promise.all([live.stop(), later.stop()]);
      expect(live.events()).toStrictEqual(later.events());
    });

    it('shows a slow reader everything once, in order, however far it falls behind', () =>
      expectAllForSlow((stream, pause) => followStream(stream, undefined, pause)));
  });

  describe('the end of a subscription', () => {
    /** A new stream, and where the store stood before it. */
    type Begun = { readonly stream: string; readonly after: Position };
    const begin = async (of: EventStore, count: number): Promise<Begun> => {
      const after = await of.head();
      const stream = newStream();
      await of.append(stream, newEvents(count), any);
      return { stream, after };
    };

    const both: [
      string,
      (of: EventStore, begun: Begun, signal: AbortSignal) => ReturnType<EventStore['subscribeToAll']>,
    ][] = [
      ['subscribeToStream', (of, { stream }, signal) => of.subscribeToStream(stream, { signal })],
      ['subscribeToAll', (of, { after }, signal) => of.subscribeToAll({ after, signal })],
    ];

    it.each(both)('%s ends promptly at its signal, also before it begins and in the midst', async (_, subscribe) => {
      const begun = await begin(store(), 2_500);
      const idle = follow((signal) => subscribe(store(), begun, signal));
      await idle.untilCaughtUp();
      const started = performance.now();
      await idle.stop();
      expect(performance.now() - started).toBeLessThan(500);

      const early = follow(() => subscribe(store(), begun, AbortSignal.abort()));
      await early.done;
      expect(early.batches).toEqual([]);

      const stopping = new AbortController();
      let batches = 0;
      for await (const _ of subscribe(store(), begun, stopping.signal)) {
        batches += 1;
        stopping.abort();
      }
      expect(batches).toBe(1);
    });

    it.each(both)('%s yields nothing more once aborted', async (_, subscribe) => {
      const begun = await begin(store(), 10);
      const stopping = new AbortController();
      const iterator = subscribe(store(), begun, stopping.signal)[Symbol.asyncIterator]();
      const underway = iterator.next();
      stopping.abort();
      await underway;
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
    });

    it.each(both)('%s is released by a reader that leaves', async (_, subscribe) => {
      const begun = await begin(store(), 1);
      const { signal } = new AbortController();
      for await (const batch of subscribe(store(), begun, signal)) {
        if (batch.caughtUp) break;
      }
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      await append(begun.stream, 1);
    });

    it('comes when the store closes', async () => {
      const own = await open();
      const begun = await begin(own.store, 2_500);
      const idle = both.map(([, subscribe]) => follow((signal) => subscribe(own.store, begun, signal)));
      await Promise.all(idle.map((follower) => follower.untilCaughtUp()));
      const reading = both.map(([, subscribe]) => follow((signal) => subscribe(own.store, begun, signal)));
      await own.close();
      await Promise.all([...idle, ...reading].map(({ done }) => done));
    });
  });
};
