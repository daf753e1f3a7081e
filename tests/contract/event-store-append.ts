import { describe, expect, it } from 'vitest';
import { asRevision } from '../../schema/order.ts';
import type { EventStore } from '../../server/eventstore/event-store.ts';
import {
  conflict,
  idsOf,
  invalid,
  newEvent,
  newEvents,
  newStream,
  range,
  readOut,
  revisionsOf,
} from './event-store-support.ts';

export const appendContract = (store: () => EventStore) => {
  const contents = (stream: string) => readOut(store().readStream(stream));

  describe('expected revision', () => {
    it('answers with the revision and position of the last event', async () => {
      const stream = newStream();
      const first = await store().append(stream, newEvents(3), { expectedRevision: 'no_stream' });
      const second = await store().append(stream, newEvents(2), { expectedRevision: asRevision(2) });
      expect([first.revision, second.revision]).toEqual([2, 4]);
      expect(second.position).toBeGreaterThan(first.position);
      const read = await contents(stream);
      expect(read[2]?.position).toBe(first.position);
      expect(read[4]?.position).toBe(second.position);
    });

    it.each(['no_stream', asRevision(1), 'stream_exists', 'any'] as const)(
      'accepts %s where it holds',
      async (expectedRevision) => {
        const stream = newStream();
        const before = expectedRevision === 'no_stream' ? 0 : 2;
        if (before > 0) await store().append(stream, newEvents(before), { expectedRevision: 'any' });
        const { revision } = await store().append(stream, newEvents(2), { expectedRevision });
        expect(revision).toBe(before + 1);
      },
    );

    it.each([
      ['no_stream', 3, 2],
      [asRevision(0), 3, 2],
      [asRevision(7), 3, 2],
      [asRevision(0), 0, 'no_stream'],
      ['stream_exists', 0, 'no_stream'],
    ] as const)(
      'refuses %s of a stream of %i events and says where it is',
      async (expectedRevision, before, actual) => {
        const stream = newStream();
        const kept = newEvents(before);
        if (before > 0) await store().append(stream, kept, { expectedRevision: 'no_stream' });
        const refused = store().append(stream, newEvents(2), { expectedRevision });
        await expect(refused).rejects.toEqual(conflict(expectedRevision, actual));
        expect(idsOf(await contents(stream))).toEqual(idsOf(kept));
      },
    );

    it('lets one of many rivals win and tells the others', async () => {
      const stream = newStream();
      const rivals = range(1, 20).map((n) => newEvent(n));
      const settled = await Promise.allSettled(
        rivals.map((event) => store().append(stream, [event], { expectedRevision: 'no_stream' })),
      );
      const won = settled.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
      expect(won).toHaveLength(1);
      for (const rival of settled) {
        if (rival.status === 'rejected') expect(rival.reason).toEqual(conflict('no_stream', 0));
      }
      expect(idsOf(await contents(stream))).toEqual([rivals[won[0] ?? -1]?.id]);
    });
  });

  describe('repeats', () => {
    it.each(['no_stream', asRevision(1), 'stream_exists', 'any'] as const)(
      'answers the same events again, expecting %s, as the first time',
      async (expectedRevision) => {
        const stream = newStream();
        if (expectedRevision !== 'no_stream') await store().append(stream, newEvents(2), { expectedRevision: 'any' });
        const events = newEvents(3);
        const first = await store().append(stream, events, { expectedRevision });
        expect(await store().append(stream, events, { expectedRevision })).toEqual(first);
        await store().append(stream, newEvents(4), { expectedRevision: first.revision });
        const before = await contents(stream);
        expect(await store().append(stream, events, { expectedRevision })).toEqual(first);
        expect(await contents(stream)).toEqual(before);
      },
    );

    it.each(['no_stream', 'any'] as const)(
      'answers repeats in flight, expecting %s, alike',
      async (expectedRevision) => {
        const stream = newStream();
        const events = newEvents(2);
        const answers = await Promise.all(range(1, 5).map(() => store().append(stream, events, { expectedRevision })));
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        expect(idsOf(await contents(stream))).toEqual(idsOf(events));
      },
    );

    it.each(['no_stream', 'any'] as const)('refuses events of which some are known, expecting %s', async (expected) => {
      const stream = newStream();
      const [known, other] = [newEvent(1), newEvent(2)];
      await store().append(stream, [known, other], { expectedRevision: 'no_stream' });
      const longer = store().append(stream, [known, other, newEvent(3)], { expectedRevision: expected });
      await expect(longer).rejects.toEqual(conflict(expected, 1));
      const different = store().append(stream, [newEvent(4), other], { expectedRevision: expected });
      await expect(different).rejects.toEqual(conflict(expected, 1));
      expect(idsOf(await contents(stream))).toEqual([known.id, other.id]);
    });
  });

  describe('what is appended', () => {
    it('keeps data and metadata as they are', async () => {
      const stream = newStream();
      const data = {
        text: ' leading\nlines\t"quotes" \\ back, \u2028, 🙂 שלום e\u0301 \u0001',
        nested: { list: [1, -2.5, 1e21, true, null, [], {}], empty: '' },
      };
      const metadata = { causedBy: 'x'.repeat(3), deep: { n: 1 } };
      const plain = newEvent();
      await store().append(stream, [{ ...newEvent(), data, metadata }, plain], { expectedRevision: 'no_stream' });
      const [first, second] = await contents(stream);
      expect(first).toMatchObject({ data, metadata, type: 'Noted' });
      expect(second).toMatchObject({ id: plain.id, data: plain.data, metadata: null });
      expect(Math.abs((first?.recordedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(second?.recordedAt.getTime()).toBe(first?.recordedAt.getTime());
    });

    it('refuses an empty append', async () => {
      await expect(store().append(newStream(), [], { expectedRevision: 'any' })).rejects.toEqual(invalid);
    });

    it('holds an event of 256 KiB and refuses a larger one, whatever is too large, losing nothing else', async () => {
      const stream = newStream();
      // `{"text":"…"}` is eleven characters around the text, which has three bytes a character.
      const text = (bytes: number) => '€'.repeat(Math.floor((bytes - 11) / 3)) + 'x'.repeat((bytes - 11) % 3);
      const [fits, larger] = [{ text: text(256 * 1024) }, { text: text(256 * 1024 + 1) }];
      const append = (...events: object[]) =>
        store().append(
          stream,
          events.map((given) => ({ ...newEvent(), ...given })),
          { expectedRevision: 'any' },
        );
      const settled = await Promise.allSettled([
        append({ data: fits }),
        append({}, { data: larger }),
        append({ metadata: larger }),
        append({ data: { last: true } }),
      ]);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      for (const answer of settled) if (answer.status === 'rejected') expect(answer.reason).toEqual(invalid);
      expect((await contents(stream)).map(({ data }) => data)).toEqual([fits, { last: true }]);
    });

    it('appends thousands of events of one call all or none', async () => {
      const stream = newStream();
      const events = newEvents(5_000);
      await store().append(stream, events, { expectedRevision: 'no_stream' });
      const read = await contents(stream);
      expect(idsOf(read)).toEqual(idsOf(events));
      expect(revisionsOf(read)).toEqual(range(0, 4_999));
      const refused = store().append(stream, newEvents(5_000), { expectedRevision: asRevision(1) });
      await expect(refused).rejects.toEqual(conflict(1, 4_999));
      expect(await contents(stream)).toHaveLength(5_000);
    });

    it('fails a bad append alone', async () => {
      const streams = range(0, 8).map(() => newStream());
      const settled = await Promise.allSettled(
        streams.map((stream, n) =>
          store().append(stream, [n % 3 === 1 ? { ...newEvent(n), id: 'no uuid' } : newEvent(n)], {
            expectedRevision: 'no_stream',
          }),
        ),
      );
      for (const [n, answer] of settled.entries()) {
        if (n % 3 === 1) expect(answer).toEqual({ status: 'rejected', reason: invalid });
        else expect(answer.status).toBe('fulfilled');
        expect(await contents(streams[n] ?? '')).toHaveLength(n % 3 === 1 ? 0 : 1);
      }
    });
  });

  describe('owner', () => {
    const owners = async (stream: string) =>
      (await contents(stream)).map(({ stream: { userId, conversationId } }) => ({ userId, conversationId }));

    it('is kept from the append that creates the stream', async () => {
      const [owned, free] = [newStream('thing'), newStream('thing')];
      const owner = { userId: 'ada', conversationId: 'c1' };
      await store().append(owned, newEvents(1), { expectedRevision: 'no_stream', owner });
      await store().append(owned, newEvents(1), { expectedRevision: 'any', owner: { userId: 'eve' } });
      await store().append(free, newEvents(1), { expectedRevision: 'any' });
      await store().append(free, newEvents(1), { expectedRevision: 'any', owner });
      expect(await owners(owned)).toEqual([owner, owner]);
      expect(await owners(free)).toEqual(range(0, 1).map(() => ({ userId: null, conversationId: null })));
      const [first] = await contents(owned);
      expect(first?.stream).toEqual({ name: owned, category: 'thing', ...owner });
    });

    it('is never taken from an append that was refused', async () => {
      const stream = newStream();
      const append = (userId: string, expectedRevision: 'stream_exists' | 'no_stream') =>
        store().append(stream, newEvents(1), { expectedRevision, owner: { userId } });
      const refused = append('eve', 'stream_exists');
      const created = append('ada', 'no_stream');
      await expect(refused).rejects.toEqual(conflict('stream_exists', 'no_stream'));
      await created;
      expect(await owners(stream)).toEqual([{ userId: 'ada', conversationId: null }]);
    });
  });

  describe('appends in flight', () => {
    it('reach one stream in the order of their calls', async () => {
      const stream = newStream();
      const batches = range(0, 199).map((n) => newEvents((n % 3) + 1));
      const answers = await Promise.all(
        batches.map((events) => store().append(stream, events, { expectedRevision: 'any' })),
      );
      expect(idsOf(await contents(stream))).toEqual(batches.flatMap(idsOf));
      let revision = -1;
      for (const [index, answer] of answers.entries()) {
        revision += batches[index]?.length ?? 0;
        expect(answer.revision).toBe(revision);
      }
    });

    it('may each expect the revision that the one before will reach', async () => {
      const stream = newStream();
      const answers = await Promise.all(
        range(0, 99).map((n) =>
          store().append(stream, [newEvent(n)], { expectedRevision: n === 0 ? 'no_stream' : asRevision(n - 1) }),
        ),
      );
      expect(answers.map(({ revision }) => revision)).toEqual(range(0, 99));
    });
  });
};
