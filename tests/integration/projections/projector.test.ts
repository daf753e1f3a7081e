import { afterEach, describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import { TurnlogError } from '../../../server/errors.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { databases } from '../../support/sql.ts';
import { uuid } from '../../support/turn-samples.ts';
import { countOf, type Fixture, openFixture, requestTurns, tally } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(() => fixture?.close());

const unavailable = () => new TurnlogError('STORE_UNAVAILABLE', 'the database cannot be reached', { retryable: true });

/** A way to the database whose transactions, from the first to the last of these, fail before or after they commit. */
const failing = (sql: Sql, when: 'before' | 'after', from: number, to: number): Sql => {
  let transactions = 0;
  return {
    ...sql,
    async transaction(work) {
      transactions += 1;
      const isFailing = transactions >= from && transactions <= to;
      if (isFailing && when === 'before') throw unavailable();
      const result = await sql.transaction(work);
      if (isFailing) throw unavailable();
      return result;
    },
  };
};

const checkpointOf = async (sql: Sql, name: string) =>
  (await sql.query('select position from projections where name = $1', [name]))[0]?.position;

/** The rows are there, and nobody keeps them. */
const build = async ({ store, start }: Fixture) => {
  const projector = start([tally]);
  await projector.waitFor(await store.head());
  await projector.stop();
};

describe.each(databases)('the projector over %s', (_, open) => {
  it('projects each event once, however often it is stopped between batches', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    for (let round = 0; round < 8; round += 1) {
      const projector = start([tally]);
      const appending = requestTurns(store, 60);
      await projector.waitFor(await store.head());
      await projector.stop();
      await appending;
    }
    await start([tally]).waitFor(await store.head());
    expect(await countOf(sql)).toBe(480);
  });

  it('does not project again what was committed when the answer was lost', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await build(fixture);
    const projector = start([tally], { over: failing(sql, 'after', 2, 4) });
    for (let round = 0; round < 4; round += 1) {
      await requestTurns(store, 5);
      await projector.waitFor(await store.head());
    }
    expect(await countOf(sql)).toBe(20);
    expect(projector.status()[0]).not.toHaveProperty('parked');
  });

  it('projects each event once where two processes do it', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await build(fixture);
    const projectors = [start([tally]), start([tally])];
    for (let round = 0; round < 10; round += 1) {
      await requestTurns(store, 5);
      const head = await store.head();
      await Promise.all(projectors.map((projector) => projector.waitFor(head)));
      expect(await countOf(sql)).toBe(5 * (round + 1));
    }
  });

  it('tries again while the database cannot be reached, and parks nothing', async () => {
    fixture = await openFixture(open);
    const { sql, store, lines, start } = fixture;
    await build(fixture);
    const projector = start([tally], { over: failing(sql, 'before', 1, 3) });
    await requestTurns(store, 5);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(5);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(lines.filter(({ level }) => level === 'warn').length).toBeGreaterThan(0);
  });

  it('moves past what is no concern of it, and writes that down now and then', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const projector = start([tally]);
    await requestTurns(store, 1);
    await projector.waitFor(await store.head());
    const before = await checkpointOf(sql, 'tally');
    const append = (n: number, count: number) => {
      const events = Array.from({ length: count }, (__, i) => ({ id: uuid(n * 10_000 + i), type: 'Noted', data: {} }));
      return store.append(`notes-${n}`, events, { expectedRevision: 'no_stream' });
    };
    await append(1, 10);
    await projector.waitFor(await store.head());
    expect(projector.status(await store.head())).toMatchObject([{ position: String(await store.head()), lag: '0' }]);
    expect(await checkpointOf(sql, 'tally')).toBe(before);
    for (let n = 2; n < 13; n += 1) await append(n, 1_000);
    await projector.waitFor(await store.head());
    expect(await checkpointOf(sql, 'tally')).toBeGreaterThan(10_000n);
  });

  it('lets what was written by others, in other shapes, pass by', async () => {
    fixture = await openFixture(open);
    const { store, start } = fixture;
    const projector = start(projections);
    const foreign = { id: uuid(1), type: 'TurnRequested', data: { of: 'another program' } };
    await store.append(`order-${uuid(2)}`, [foreign], { expectedRevision: 'no_stream' });
    await store.append(`turn-${uuid(3)}`, [{ ...foreign, id: uuid(4), type: 'TurnBoiled' }], {
      expectedRevision: 'no_stream',
    });
    await projector.waitFor(await store.head());
    expect(projector.status().every(({ parked }) => parked === undefined)).toBe(true);
  });
});

describe.each(databases)('waiting for read models over %s', (_, open) => {
  it('ends as soon as they have passed the position', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const projector = start([tally]);
    for (let n = 1; n <= 5; n += 1) {
      await requestTurns(store, 1);
      await projector.waitFor(await store.head());
      expect(await countOf(sql)).toBe(n);
    }
  });

  it('ends with PROJECTION_BEHIND when the time is over, or the projector stops', async () => {
    fixture = await openFixture(open);
    const { store, start } = fixture;
    const projector = start([tally]);
    const [turnId] = await requestTurns(store, 1);
    expect(turnId).toBeDefined();
    const { position } = await store.append('notes-1', [{ id: uuid(1), type: 'Noted', data: {} }], {
      expectedRevision: 'no_stream',
    });
    await projector.waitFor(position);
    await projector.stop();
    await requestTurns(store, 1);
    const behind = { code: 'PROJECTION_BEHIND', retryable: true, details: { projections: ['tally'] } };
    await expect(projector.waitFor(await store.head(), { timeoutMs: 20 })).rejects.toMatchObject(behind);
    await expect(projector.waitFor(position)).resolves.toBeUndefined();
  });
});
