import { beforeAll, describe, expect, it } from 'vitest';
import { asPosition, asRevision } from '../../schema/order.ts';
import type { EventStore, Filter, RecordedEvent } from '../../server/eventstore/event-store.ts';
import {
  idsOf,
  newCategory,
  newEvent,
  newEvents,
  newStream,
  range,
  readOut,
  revisionsOf,
} from './event-store-support.ts';

/** More than two of a store's pages. */
const LONG = 2_300;

export const readContract = (store: () => EventStore) => {
  describe('readStream', () => {
    const stream = newStream();
    beforeAll(async () => {
      await store().append(stream, newEvents(LONG), { expectedRevision: 'no_stream' });
      await store().append(newStream(), newEvents(10), { expectedRevision: 'no_stream' });
    });
    const revisions = async (options: Parameters<EventStore['readStream']>[1]) =>
      revisionsOf(await readOut(store().readStream(stream, options)));

    it.each([
      ['all of it', {}, range(0, LONG - 1)],
      ['from a revision on', { from: asRevision(1_500) }, range(1_500, LONG - 1)],
      ['so many', { limit: 3 }, [0, 1, 2]],
      ['a page', { limit: 1_000 }, range(0, 999)],
      ['a page and one', { from: asRevision(5), limit: 1_001 }, range(5, 1_005)],
      ['nothing, from behind its end', { from: asRevision(LONG) }, []],
      ['none', { limit: 0 }, []],
      ['backwards', { direction: 'backwards' }, range(0, LONG - 1).reverse()],
      ['backwards from a revision', { direction: 'backwards', from: asRevision(3) }, [3, 2, 1, 0]],
      ['backwards from behind its end', { direction: 'backwards', from: asRevision(9_999), limit: 1 }, [LONG - 1]],
      ['its last', { direction: 'backwards', limit: 1 }, [LONG - 1]],
      ['backwards over pages', { direction: 'backwards', limit: 1_001 }, range(LONG - 1_001, LONG - 1).reverse()],
    ] as const)('reads %s', async (_, options, expected) => {
      expect(await revisions(options)).toEqual(expected);
    });

    it('finds nothing in a stream that is not there', async () => {
      expect(await readOut(store().readStream(newStream()))).toEqual([]);
      expect(await readOut(store().readStream(newStream(), { direction: 'backwards' }))).toEqual([]);
    });

    it('reads what has been heard: all that was answered here, from a revision on, so many', async () => {
      expect(await revisions({ heard: true })).toEqual(range(0, LONG - 1));
      const short = newStream();
      const heard = async (options: Parameters<EventStore['readStream']>[1] = {}) =>
        revisionsOf(await readOut(store().readStream(short, { ...options, heard: true })));
      expect(await heard()).toEqual([]);
      for (let n = 0; n < 5; n += 1) {
        await store().append(short, newEvents(1), { expectedRevision: 'any' });
        expect(await heard()).toEqual(range(0, n));
      }
      expect(await heard({ from: asRevision(2), limit: 2 })).toEqual([2, 3]);
      expect(await heard({ direction: 'backwards' })).toEqual([4, 3, 2, 1, 0]);
    });

    it('stops at the signal', async () => {
      const stopping = new AbortController();
      let read = 0;
      for await (const _ of store().readStream(stream, { signal: stopping.signal })) {
        read += 1;
        stopping.abort();
      }
      expect(read).toBeLessThan(LONG);
    });

    it('takes names as they are', async () => {
      const odd = `thing-${'it\'s -- \\ % _ "odd" 🙂'}-${newCategory()}`;
      await store().append(odd, newEvents(1), { expectedRevision: 'no_stream' });
      const [event] = await readOut(store().readStream(odd));
      expect(event?.stream).toMatchObject({ name: odd, category: 'thing' });
    });
  });

  describe('readAll', () => {
    const [user, conversation] = [newCategory(), newCategory()];
    const [red, blue] = [newCategory(), newCategory()];
    let all: RecordedEvent[];
    /** What this describe has appended: the suite's other events aren't read again and again. */
    let own: RecordedEvent[];

    beforeAll(async () => {
      const before = await store().head();
      const owners = [{ userId: user }, { userId: user, conversationId: conversation }, undefined];
      for (const category of [red, blue]) {
        for (const owner of owners) {
          const stream = newStream(category);
          await store().append(stream, [newEvent(0, 'Begun')], {
            expectedRevision: 'no_stream',
            ...(owner ? { owner } : {}),
          });
          await store().append(stream, newEvents(400, 'Noted'), { expectedRevision: 'any' });
        }
      }
      all = await readOut(store().readAll());
      own = all.filter(({ position }) => position > before);
    });
    const ids = async (options: Parameters<EventStore['readAll']>[0]) => idsOf(await readOut(store().readAll(options)));

    it('reads everything once, in rising positions, revisions in order', () => {
      expect(all.length).toBeGreaterThanOrEqual(2_406);
      expect(new Set(idsOf(all)).size).toBe(all.length);
      const next = new Map<string, number>();
      let position = 0n;
      const astray = all.filter((event) => {
        const inOrder = event.position > position && event.revision === (next.get(event.stream.name) ?? 0);
        position = event.position;
        next.set(event.stream.name, event.revision + 1);
        return !inOrder;
      });
      expect(astray).toEqual([]);
    });

    it('knows its head', async () => {
      expect(await store().head()).toBe(all.at(-1)?.position);
    });

    it('reads from a position on, either way, so many', async () => {
      const middle = own[1_200];
      const from = middle?.position ?? asPosition(0n);
      expect(await ids({ from })).toEqual(idsOf(own.slice(1_200)));
      expect(await ids({ from, limit: 1_001 })).toEqual(idsOf(own.slice(1_200, 2_201)));
      expect(await ids({ from, limit: 0 })).toEqual([]);
      expect(await ids({ direction: 'backwards' })).toEqual(idsOf(all).reverse());
      expect(await ids({ from, direction: 'backwards', limit: 3 })).toEqual(idsOf(own.slice(1_198, 1_201)).reverse());
      expect(await ids({ from: asPosition((all.at(-1)?.position ?? 0n) + 1n) })).toEqual([]);
    });

    it('stops at the signal', async () => {
      const stopping = new AbortController();
      let read = 0;
      for await (const _ of store().readAll({ signal: stopping.signal })) {
        read += 1;
        stopping.abort();
      }
      expect(read).toBeLessThan(all.length);
    });

    const filters: [string, Filter, (event: RecordedEvent) => boolean, number][] = [
      ['a category', { categories: [red] }, ({ stream }) => stream.category === red, 1_203],
      ['categories', { categories: [red, blue] }, ({ stream }) => [red, blue].includes(stream.category), 2_406],
      ['a user', { userId: user }, ({ stream }) => stream.userId === user, 1_604],
      ['a conversation', { conversationId: conversation }, ({ stream }) => stream.conversationId === conversation, 802],
      [
        'a type in a category',
        { categories: [blue], types: ['Begun'] },
        ({ stream, type }) => stream.category === blue && type === 'Begun',
        3,
      ],
      [
        'all of it',
        { categories: [blue], types: ['Begun', 'Noted'], userId: user, conversationId: conversation },
        ({ stream }) => stream.category === blue && stream.conversationId === conversation,
        401,
      ],
      ['what nobody has', { categories: [red], userId: newCategory() }, () => false, 0],
    ];
    it.each(filters)('filters by %s', async (_, filter, matches, count) => {
      const wanted = idsOf(own.filter(matches));
      expect(wanted).toHaveLength(count);
      const first = own[0]?.position ?? asPosition(0n);
      expect(await ids({ filter, from: first })).toEqual(wanted);
      const backwards = await ids({ filter, to: first, direction: 'backwards', limit: 1_100 });
      expect(backwards).toEqual(wanted.toReversed().slice(0, 1_100));
    });
  });
};
