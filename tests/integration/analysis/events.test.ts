import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../projections/projection.ts';
import { storeCursor } from '../../../schema/cursor.ts';
import { asPosition } from '../../../schema/order.ts';
import { turnStream, userStream } from '../../../schema/streams.ts';
import { type Analysis, openAnalysis } from '../../../server/analysis/analysis.ts';
import type { Batch, EventStore, RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createLog } from '../../../server/log.ts';
import { injected } from '../../support/injected.ts';
import { storySeed, tellStory } from '../../support/random-turns.ts';
import { databases, type TestSql } from '../../support/sql.ts';
import { alice, bob, uuid } from '../../support/turn-samples.ts';

const auditor = { userId: 'ann', scopes: ['audit'] as const };

const all = async (events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent[]> => {
  const read: RecordedEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
};

describe.each(databases)(`what analysts read, over %s (seed ${storySeed})`, (_, open) => {
  let database: TestSql;
  let store: EventStore;
  let analysis: Analysis;
  let log: RecordedEvent[];
  let turnId: string;

  beforeAll(async () => {
    database = await open();
    store = await openEventStore(database.sql, { log: createLog('silent'), ...injected });
    const nobody = () => Promise.reject(new Error('not read here'));
    const readModels = { turnList: nobody, usage: nobody };
    analysis = openAnalysis({ store, readModels, usernames: async () => new Map(), newId: () => randomUUID() });
    const [told] = await Promise.all([
      tellStory(store, alice, { seed: storySeed, turns: 12 }),
      tellStory(store, bob, { seed: storySeed + 1, turns: 4 }),
    ]);
    turnId = told.turns.find(({ status }) => status === 'completed')?.id ?? '';
    log = await all(store.readAll());
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });

  /** All pages of what is asked for, one after another, in the order of the log. */
  const pages = async (asked: object, size: number, direction: 'first' | 'last') => {
    const found: RecordedEvent[] = [];
    for (let page: Page = { [direction]: size }; ; ) {
      const { rows, cursors, hasNextPage, hasPreviousPage } = await analysis.events(auditor, asked, page);
      const events = rows.map(({ event }) => event);
      if (direction === 'first') found.push(...events);
      else found.unshift(...events);
      if (!(direction === 'first' ? hasNextPage : hasPreviousPage)) return found;
      page = direction === 'first' ? { first: size, after: cursors.at(-1) } : { last: size, before: cursors[0] };
    }
  };
  const positions = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

  const middle = () => log[Math.floor(log.length / 2)] ?? { position: asPosition(0n), recordedAt: new Date() };
  const askedFor: [string, () => object, (event: RecordedEvent) => boolean][] = [
    ['a category', () => ({ category: 'turn' }), ({ stream }) => stream.category === 'turn'],
    ['types', () => ({ types: ['TokenGenerated', 'TurnFailed'] }), ({ type }) => /^Tok|Failed/.test(type)],
    ['a user', () => ({ userId: bob, category: 'turn' }), ({ stream: s }) => s.userId === bob && s.category === 'turn'],
    ['a stream', () => ({ stream: turnStream(turnId) }), ({ stream }) => stream.name === turnStream(turnId)],
    [
      'types of a stream',
      () => ({ stream: turnStream(turnId), types: ['TurnQueued', 'TokenGenerated'] }),
      ({ stream, type }) => stream.name === turnStream(turnId) && /Queued|^Tok/.test(type),
    ],
    [
      'positions',
      () => ({ from: '5', to: String(middle().position), userId: alice }),
      ({ position, stream }) => position >= 5n && position < middle().position && stream.userId === alice,
    ],
    [
      'times',
      () => ({ from: middle().recordedAt.toISOString(), to: '2999-01-01', userId: alice }),
      ({ recordedAt, stream }) => recordedAt >= new Date(middle().recordedAt.toISOString()) && stream.userId === alice,
    ],
    [
      'a stretch of a stream',
      () => ({ stream: turnStream(turnId), from: String(middle().position) }),
      ({ stream, position }) => stream.name === turnStream(turnId) && position >= middle().position,
    ],
  ];
  it.each(askedFor)('comes page by page, either way, by %s', async (_name, asked, matches) => {
    const expected = positions(log.filter(matches));
    expect(positions(await pages(asked(), 7, 'first'))).toEqual(expected);
    expect(positions(await pages(asked(), 7, 'last'))).toEqual(expected);
    expect(positions((await analysis.events(auditor, asked(), { first: 500 })).rows.map(({ event }) => event))).toEqual(
      expected.slice(0, 500),
    );
  });

  it('is exported as it stands when it is asked for', async () => {
    const read = await analysis.export(auditor, { userId: alice });
    await tellStory(store, alice, { seed: 3, turns: 1 });
    expect(positions(await all(read(new AbortController().signal)))).toEqual(
      positions(log.filter(({ stream }) => stream.userId === alice)),
    );
  });

  it('follows the log: what is there, then what comes, and says which', async () => {
    const read = await analysis.allEvents(auditor, { filter: { userId: alice } });
    const leaving = new AbortController();
    const batches: Batch[] = [];
    let told: Promise<unknown> | undefined;
    for await (const batch of read(leaving.signal)) {
      batches.push(batch);
      expect(batch.events.length).toBeLessThanOrEqual(100);
      if (batch.caughtUp) told ??= tellStory(store, alice, { seed: 4, turns: 1 });
      if (told && batch.events.some(({ type }) => /^Turn(Completed|Failed|Cancelled)$/.test(type)) && batch.caughtUp)
        if (batches.at(-1)?.position === (await store.head())) leaving.abort();
    }
    await told;
    const seen = positions(batches.flatMap(({ events }) => [...events]));
    expect(seen).toEqual(
      positions(
        (await all(store.readAll({ filter: { userId: alice } }))).filter(
          ({ position }) => position <= (seen.at(-1) ?? 0n),
        ),
      ),
    );
    const isRising = batches.every(({ position }, n) => position >= (batches[n - 1]?.position ?? 0n));
    expect(isRising).toBe(true);
  });

  it('goes on from a cursor', async () => {
    const after = storeCursor(store.id, middle().position);
    const read = await analysis.allEvents(auditor, { after, filter: { category: 'turn' } });
    const leaving = new AbortController();
    let first: RecordedEvent | undefined;
    for await (const { events } of read(leaving.signal)) {
      first ??= events[0];
      if (first) leaving.abort();
    }
    expect(first?.position).toBe(
      log.find(({ position, stream }) => position > middle().position && stream.category === 'turn')?.position,
    );
  });

  it('is a turn up to its end', async () => {
    const read = await analysis.turn(auditor, turnId.toUpperCase());
    const events = await all(read(new AbortController().signal));
    expect(events[0]?.type).toBe('TurnRequested');
    expect(events.at(-1)?.type).toBe('TurnCompleted');
    await expect(analysis.turn(auditor, uuid(999))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is recorded, what was asked and not what was answered, before anything is read', async () => {
    const carl = { ...auditor, userId: 'carl' };
    await analysis.events(carl, { category: 'turn', types: null, from: '3' }, { first: 2 });
    await analysis.allEvents(carl, { filter: { userId: alice } });
    await analysis.export(carl, { from: '2030-01-31' });
    await analysis.turn(carl, turnId);
    const recorded = await all(store.readStream(userStream('carl')));
    expect(recorded.map(({ type, data }) => [type, data])).toEqual([
      ['AuditRead', { what: 'events', asked: { category: 'turn', from: '3', first: 2 } }],
      ['AuditRead', { what: 'allEvents', asked: { userId: alice } }],
      ['AuditRead', { what: 'export', asked: { from: '2030-01-31' } }],
      ['AuditRead', { what: 'turn', asked: { turnId } }],
    ]);
    expect(recorded[0]?.stream.userId).toBe('carl');
  });

  it('is refused without the scope, and leaves nothing behind', async () => {
    const head = await store.head();
    const eve = { userId: 'eve', scopes: ['chat', 'admin'] as const };
    const attempts = [
      () => analysis.events(eve, {}, {}),
      () => analysis.allEvents(eve, {}),
      () => analysis.export(eve, {}),
      () => analysis.turn(eve, turnId),
      () => analysis.turns(eve, {}, {}),
      () => analysis.usage(eve, { userId: alice }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await store.head()).toBe(head);
  });

  it.each([
    [{ category: '' }, /^category: a name/],
    [{ types: [] }, /^types: one type at least/],
    [{ from: 'yesterday' }, /^from: a position such as 1200, or a moment in ISO 8601/],
    [{ stream: 'turn-x', category: 'turn' }, /^stream: a stream by its name, or a category/],
    [{ what: 1 }, /what/],
  ])('says what is accepted in place of %j', async (asked, message) => {
    const error = await analysis.events(auditor, asked, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'VALIDATION', message: expect.stringMatching(message) });
  });

  it('of large events is a page of fewer than were asked for, and says that there are more', async () => {
    const data = { list: ['x'.repeat(200_000)] };
    const stream = `large-${randomUUID()}`;
    for (let n = 0; n < 3; n += 1) {
      const events = Array.from({ length: 15 }, () => ({ id: randomUUID(), type: 'Large', data }));
      await store.append(stream, events, { expectedRevision: 'any' });
    }
    const { rows, hasNextPage } = await analysis.events(auditor, { stream }, { first: 45 });
    expect([rows.length < 45, hasNextPage]).toEqual([true, true]);
    for (const direction of ['first', 'last'] as const) {
      expect((await pages({ stream }, 45, direction)).map(({ revision }) => revision)).toEqual(
        Array.from({ length: 45 }, (__, n) => n),
      );
    }
  });

  it('takes cursors of its own alone', async () => {
    await expect(analysis.events(auditor, {}, { after: 'x' })).rejects.toMatchObject({ code: 'VALIDATION' });
    const foreign = storeCursor(uuid(1), asPosition(1n));
    await expect(analysis.allEvents(auditor, { after: foreign })).rejects.toMatchObject({ code: 'VALIDATION' });
  });
});
