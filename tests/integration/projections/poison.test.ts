import { afterEach, describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import type { Projection } from '../../../projections/projection.ts';
import { turnStream } from '../../../schema/streams.ts';
import { openReadModels } from '../../../server/processors/read-models.ts';
import { rebuildProjection } from '../../../server/processors/rebuild.ts';
import { databases } from '../../support/sql.ts';
import { alice, samples, uuid } from '../../support/turn-samples.ts';
import { countOf, type Fixture, openFixture, requestTurns, tally } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(() => fixture?.close());

const SECRET = 'what somebody wrote';

/** Refuses a question, by itself or by the database; counts like `tally` else. */
const picky = (refuse: (text: string) => Projection['project']): Projection => ({
  ...tally,
  name: 'picky',
  tables: 'create table picky (type text primary key, n integer not null)',
  project(event, turn) {
    if (event.type === 'TurnRequested' && event.data.text === SECRET) return refuse(event.data.text)(event, turn);
    return [
      {
        text: 'insert into picky values ($1, 1) on conflict (type) do update set n = picky.n + 1',
        values: [event.type],
      },
    ];
  },
});
const counted = async ({ sql }: Fixture) => (await sql.query('select n from picky'))[0]?.n;

describe.each(databases)('a poison event over %s', (_, open) => {
  it('parks the read model that cannot take it, and no other', async () => {
    fixture = await openFixture(open);
    const { sql, store, lines, start } = fixture;
    const projector = start(projections);
    const readModels = openReadModels({ store, sql, projector });
    await projector.waitFor(await store.head()); // the rows are built
    const turnId = uuid(1);
    const events = [
      { id: uuid(101), type: 'TurnRequested', data: { ...samples.TurnRequested, turnId } },
      { id: uuid(102), type: 'TurnQueued', data: { lane: { of: SECRET } } },
    ];
    const owner = { userId: alice, conversationId: samples.TurnRequested.conversationId };
    const { position } = await store.append(turnStream(turnId), events, { expectedRevision: 'no_stream', owner });
    await requestTurns(store, 2);

    await projector.waitFor(await store.head(), { names: ['conversations', 'messages'] });
    const behind = { code: 'PROJECTION_BEHIND', retryable: false };
    await expect(projector.waitFor(position, { timeoutMs: 60_000 })).rejects.toMatchObject(behind);
    const [, messages, turns] = projector.status(await store.head());
    expect(messages).toMatchObject({ name: 'messages', lag: '0' });
    expect(messages).not.toHaveProperty('parked');
    expect(turns).toMatchObject({
      name: 'turns',
      position: String(position - 1n),
      parked: { position: String(position), event: uuid(102), type: 'TurnQueued' },
    });
    expect(JSON.stringify([turns, lines])).not.toContain(SECRET);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);

    const { rows } = await readModels.messages(alice, samples.TurnRequested.conversationId, {});
    expect(rows.at(-1)?.siblings).toHaveLength(1 + 2);
    await expect(readModels.turn(alice, turnId)).rejects.toMatchObject(behind);
  });

  it.each([
    [
      'the projection',
      'is not taken',
      () => () => {
        throw new Error('is not taken');
      },
    ],
    [
      'the database’s types',
      'the database refuses the data (22P02)',
      (text: string) => () => [{ text: 'insert into picky values ($1, $2::text::integer)', values: ['x', text] }],
    ],
    [
      'a constraint',
      'violates not-null constraint',
      (text: string) => () => [{ text: 'insert into picky values ($1, null)', values: [text] }],
    ],
  ] satisfies [string, string, (text: string) => Projection['project']][])(
    'is found where %s refuses it; all before it is kept',
    async (__, why, refuse) => {
      fixture = await openFixture(open);
      const { sql, store, lines, start } = fixture;
      await requestTurns(store, 3);
      await requestTurns(store, 1, SECRET);
      await requestTurns(store, 3);
      const projections = [picky(refuse), tally];
      // Once while the rows are built, which leaves none, and once while they are kept.
      const first = start(projections);
      await first.waitFor(await store.head(), { names: ['tally'] });
      await expect(first.waitFor(await store.head())).rejects.toMatchObject({ code: 'PROJECTION_BEHIND' });
      expect(first.status()[0]).toMatchObject({ position: '-1', parked: { position: '4' } });
      await first.stop();

      await sql.script('create table picky (type text primary key, n integer not null)');
      await sql.query(`insert into projections (name, version, position) values ('picky', 1, 0)`);
      const second = start(projections);
      await expect(second.waitFor(await store.head())).rejects.toMatchObject({ code: 'PROJECTION_BEHIND' });
      const [parked] = second.status();
      expect(parked).toMatchObject({ position: '3', parked: { position: '4', type: 'TurnRequested' } });
      expect(parked?.parked?.why).toContain(why);
      expect(await counted(fixture)).toBe(3);
      expect(await countOf(sql)).toBe(7);
      expect(JSON.stringify([parked, lines])).not.toContain(SECRET);
    },
  );

  it('holds a read model until somebody has rebuilt it', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const broken = picky(() => () => [{ text: 'insert into picky values ($1, null)', values: ['x'] }]);
    const projector = start([broken]);
    await requestTurns(store, 3);
    await requestTurns(store, 1, SECRET);
    await expect(projector.waitFor(await store.head())).rejects.toMatchObject({ code: 'PROJECTION_BEHIND' });
    await rebuildProjection(
      picky(() => () => []),
      { store, sql },
    );
    await expect.poll(() => projector.status()[0]?.parked, { timeout: 20_000 }).toBeUndefined();
    await requestTurns(store, 2);
    await projector.waitFor(await store.head());
    expect(await counted(fixture)).toBe(5);
  });
});
