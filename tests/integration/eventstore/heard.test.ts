import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { turnStream } from '../../../schema/streams.ts';
import type { EventStore, ReadStreamOptions } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { beginTurn } from '../../../server/generation/begin-turn.ts';
import { follow, newEvents, newStream, readOut, revisionsOf } from '../../contract/event-store-support.ts';
import { hurried } from '../../support/injected.ts';
import { openDatabase, type TestSql } from '../../support/sql.ts';
import { sample, uuid } from '../../support/turn-samples.ts';

const log = pino({ level: 'silent' });
const any = { expectedRevision: 'any' } as const;
/** So that nothing but a notice tells a store of what others append. */
const withoutTicks = { ...hurried, every: () => () => undefined };

describe('what a store hears of those beside it on one database', () => {
  let database: TestSql;
  let other: EventStore;
  beforeAll(async () => {
    database = await openDatabase('postgres');
    other = await openEventStore({ ...database.sql, listen: deaf }, { log, ...withoutTicks });
  });
  afterAll(async () => {
    await other.close();
    await database.close();
  });

  /** Connects, and is told nothing. */
  const deaf: TestSql['sql']['listen'] = (_channel, _handlers, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });

  it('hears them again after its connection for it was lost', async () => {
    const { sql } = database;
    let listenAgain = () => {};
    const mayListenAgain = new Promise<void>((resolve) => {
      listenAgain = resolve;
    });
    const store = await openEventStore(sql, { log, ...withoutTicks, sleep: () => mayListenAgain });
    const listeners = () =>
      sql.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
      );
    const untilListening = (but?: number) =>
      vi.waitFor(
        async () => {
          const [listener] = (await listeners()).filter(({ pid }) => pid !== but);
          if (!listener) throw new Error('nobody listens');
          return listener.pid;
        },
        { timeout: 10_000, interval: 5 },
      );
    const stream = newStream();
    const follower = follow((signal) => store.subscribeToStream(stream, { signal }));
    try {
      await follower.untilCaughtUp();
      const pid = await untilListening();
      await other.append(stream, newEvents(1), any);
      await follower.untilSeen(1);
      await sql.query('select pg_terminate_backend($1::integer, 5000)', [pid]);
      // Missed: whoever listens again looks for it.
      await other.append(stream, newEvents(1), any);
      listenAgain();
      await follower.untilSeen(2);
      await untilListening(pid);
      await other.append(stream, newEvents(1), any);
      expect(revisionsOf(await follower.untilSeen(3))).toEqual([0, 1, 2]);
    } finally {
      listenAgain();
      await follower.stop();
      await store.close();
    }
  });

  describe('where nothing reaches it', () => {
    let store: EventStore;
    /** How many pages the database was asked for. */
    let pages: number;
    beforeEach(async () => {
      const query: TestSql['sql']['query'] = (text, values) => {
        if (text.includes('from events')) pages += 1;
        return database.sql.query(text, values);
      };
      store = await openEventStore({ ...database.sql, query, listen: deaf }, { log, ...withoutTicks });
    });
    afterEach(() => store.close());

    it('reads what it heard if that will do, and else what there is', async () => {
      const stream = newStream();
      await store.append(stream, newEvents(2), any);
      await other.append(stream, newEvents(2), any);
      const read = async (heard: boolean) => revisionsOf(await readOut(store.readStream(stream, { heard })));
      expect(await read(true)).toEqual([0, 1]);
      expect(await read(false)).toEqual([0, 1, 2, 3]);
      expect(await read(true)).toEqual([0, 1]);
    });

    it('asks the database only for what it has not heard', async () => {
      const stream = newStream();
      for (const count of [600, 900]) await store.append(stream, newEvents(count), any);
      const readsOf = async (options: ReadStreamOptions) => {
        pages = 0;
        const events = await readOut(store.readStream(stream, options));
        return { events: events.length, pages };
      };
      expect(await readsOf({ heard: true })).toEqual({ events: 1_500, pages: 0 });
      expect(await readsOf({ limit: 700 })).toEqual({ events: 700, pages: 0 });
      expect(await readsOf({})).toEqual({ events: 1_500, pages: 1 });
      expect(await readsOf({ heard: true, direction: 'backwards' })).toEqual({ events: 1_500, pages: 2 });
    });

    let turns = 0;
    /** A turn of which the store has heard the beginning alone. */
    const turnOf = async (heard: TurnEvent[], unheard: TurnEvent[]) => {
      turns += 1;
      const turnId = uuid(turns);
      const events = (own: TurnEvent[]) => newEvents(own.length).map((event, n) => ({ ...event, ...own[n] }));
      await store.append(turnStream(turnId), events(heard), any);
      if (unheard.length > 0) await other.append(turnStream(turnId), events(unheard), any);
      return turnId;
    };
    const begin = (turnId: string, holds: boolean) =>
      beginTurn(
        {
          store,
          worker: 'worker-2',
          holds: async () => holds,
          canContinue: async () => true,
          isIdempotent: () => false,
        },
        turnId,
        'chat',
      );
    const typesOf = async (turnId: string) =>
      (await readOut(other.readStream(turnStream(turnId)))).map(({ type }) => type);

    const requested = [sample('TurnRequested'), sample('TurnQueued')];
    const started = [sample('TurnStarted')];
    const suspended = [...requested, ...started, sample('ToolCallRequested'), sample('TurnSuspended')];

    it('leaves a turn alone that another has started meanwhile', async () => {
      const turnId = await turnOf(requested, started);
      expect(await begin(turnId, false)).toBe('elsewhere');
      expect(await typesOf(turnId)).toEqual(['TurnRequested', 'TurnQueued', 'TurnStarted']);
    });

    it('takes over what another had started, and left', async () => {
      const turnId = await turnOf(requested, started);
      expect(await begin(turnId, true)).toMatchObject({ revision: 3, state: { status: 'running', attempts: 2 } });
      expect(await typesOf(turnId)).toEqual(['TurnRequested', 'TurnQueued', 'TurnStarted', 'TurnResumed']);
    });

    it('does not begin what another has ended', async () => {
      const turnId = await turnOf(requested, [...started, sample('TurnCompleted')]);
      expect(await begin(turnId, true)).toBe('over');
    });

    it('goes on with a turn about which a person has decided meanwhile', async () => {
      const turnId = await turnOf(suspended, [sample('ToolCallResolved'), sample('TurnQueued')]);
      expect(await begin(turnId, true)).toMatchObject({ revision: 7, state: { status: 'running', attempts: 1 } });
      expect((await typesOf(turnId)).slice(-3)).toEqual(['ToolCallResolved', 'TurnQueued', 'TurnStarted']);
    });

    it('lets a turn wait that nobody has decided about', async () => {
      expect(await begin(await turnOf(suspended, []), true)).toBe('suspended');
    });
  });
});
