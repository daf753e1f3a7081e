import { TurnlogError } from '../errors.ts';
import type { Sql, SqlRunner } from '../sql/sql.ts';

const MAX_WAITING = 3;
const RETRY_AFTER_SECONDS = 5;
const RESERVATION_SECONDS = 60;

export type QueuedTurn = { readonly turnId: string; readonly userId: string; readonly conversationId: string };

/**
 * First in, first out for each user, round-robin between users: everybody's first before anybody's second, and among
 * those the user who was served longest ago.
 */
const LINE = `
  select w.turn_id, w.user_id, w.conversation_id, w.status, w.sequence,
         row_number() over (order by w.round, coalesce(u.served, 0), w.sequence)::integer as place
    from (select q.*, row_number() over (partition by user_id order by sequence) as round
            from turn_queue q where lane = $1 and status <> 'running') w
    left join lane_users u on u.lane = $1 and u.user_id = w.user_id`;

/** The first of the line that may run: no turn of its conversation runs or stands before it. */
const NEXT = `
  with line as (${LINE})
  select turn_id, user_id, conversation_id from line
   where status = 'waiting'
     and not exists (select from turn_queue r where r.status = 'running' and r.conversation_id = line.conversation_id)
     and not exists (select from turn_queue e
                      where e.conversation_id = line.conversation_id and e.sequence < line.sequence)
   order by place limit 1`;

const RUNNING = `select count(*)::integer as count from turn_queue where lane = $1 and status = 'running'`;

/** One change of a lane at a time, whichever process makes it. */
const inLane = <T>(sql: Sql, lane: string, work: (tx: SqlRunner) => Promise<T>): Promise<T> =>
  sql.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`lane ${lane}`]);
    return work(tx);
  });

const countRunning = async (runner: SqlRunner, lane: string): Promise<number> => {
  const [row] = await runner.query<{ count: number }>(RUNNING, [lane]);
  return row?.count ?? 0;
};

export type Lanes = ReturnType<typeof openLanes>;

/** The queue's table. `limits` says how many turns of a lane run at once. */
export const openLanes = (sql: Sql, limits: Readonly<Record<string, number>>) => ({
  names: Object.keys(limits),

  /**
   * Keeps a place before the turn is in the log. Returns it, from 1.
   * @throws TurnlogError RATE_LIMITED (details `retryAfterSeconds`) where the user has as many waiting as allowed
   */
  reserve: (lane: string, { turnId, userId, conversationId }: QueuedTurn): Promise<number> =>
    inLane(sql, lane, async (tx) => {
      const line = await tx.query<{ turn_id: string; user_id: string }>(LINE, [lane]);
      if (line.some((row) => row.turn_id === turnId)) return placeIn(line, turnId);
      const mine = line.filter((row) => row.user_id === userId).length;
      // Whoever gets a free slot at once doesn't wait.
      const free = Math.max(0, (limits[lane] ?? 1) - (await countRunning(tx, lane)) - (line.length - mine));
      if (mine >= MAX_WAITING + free) {
        throw new TurnlogError('RATE_LIMITED', `at most ${MAX_WAITING} of your messages can wait at once`, {
          details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
        });
      }
      await tx.query(
        `insert into turn_queue (turn_id, lane, user_id, conversation_id, status) values ($1, $2, $3, $4, 'reserved')`,
        [turnId, lane, userId, conversationId],
      );
      return placeIn(await tx.query<{ turn_id: string }>(LINE, [lane]), turnId);
    }),

  /** The turn is in the log: it may be claimed. */
  async enqueue(lane: string, { turnId, userId, conversationId }: QueuedTurn): Promise<void> {
    await sql.query(
      `insert into turn_queue (turn_id, lane, user_id, conversation_id, status) values ($1, $2, $3, $4, 'waiting')
       on conflict (turn_id) do update set status = 'waiting' where turn_queue.status = 'reserved'`,
      [turnId, lane, userId, conversationId],
    );
  },

  /** Takes the next turn that may run, if there is a free slot. */
  claim: (lane: string): Promise<QueuedTurn | null> =>
    inLane(sql, lane, async (tx) => {
      if ((await countRunning(tx, lane)) >= (limits[lane] ?? 1)) return null;
      const [row] = await tx.query<{ turn_id: string; user_id: string; conversation_id: string }>(NEXT, [lane]);
      if (!row) return null;
      await tx.query(`update turn_queue set status = 'running' where turn_id = $1`, [row.turn_id]);
      await tx.query(
        `insert into lane_users (lane, user_id, served)
         values ($1, $2, (select coalesce(max(served), 0) + 1 from lane_users where lane = $1))
         on conflict (lane, user_id) do update set served = excluded.served`,
        [lane, row.user_id],
      );
      return { turnId: row.turn_id, userId: row.user_id, conversationId: row.conversation_id };
    }),

  async release(turnId: string): Promise<void> {
    await sql.query('delete from turn_queue where turn_id = $1', [turnId]);
  },

  /** Makes the table say what the log says: `open` are the turns without an end, in the order of the log. */
  async reconcile(open: readonly (QueuedTurn & { lane: string })[]): Promise<void> {
    await sql.transaction(async (tx) => {
      await tx.query(
        `delete from turn_queue where turn_id <> all ($1::uuid[])
            and (status <> 'reserved' or reserved_at < now() - make_interval(secs => $2))`,
        [open.map((turn) => turn.turnId), RESERVATION_SECONDS],
      );
      for (const { turnId, lane, userId, conversationId } of open) {
        await tx.query(
          `insert into turn_queue (turn_id, lane, user_id, conversation_id, status) values ($1, $2, $3, $4, 'waiting')
           on conflict (turn_id) do update set status = 'waiting'`,
          [turnId, lane, userId, conversationId],
        );
      }
    });
  },

  /** Reservations whose turn never came into the log. */
  async dropStale(): Promise<void> {
    await sql.query(
      `delete from turn_queue where status = 'reserved' and reserved_at < now() - make_interval(secs => $1)`,
      [RESERVATION_SECONDS],
    );
  },

  /** Every waiting turn's place, from 1. */
  async line(lane: string): Promise<ReadonlyMap<string, number>> {
    const rows = await sql.query<{ turn_id: string; place: number }>(LINE, [lane]);
    return new Map(rows.map((row) => [row.turn_id, row.place]));
  },

  /** For health. */
  async counts(): Promise<Record<string, { waiting: number; running: number }>> {
    const rows = await sql.query<{ lane: string; waiting: number; running: number }>(
      `select lane, count(*) filter (where status <> 'running')::integer as waiting,
              count(*) filter (where status = 'running')::integer as running from turn_queue group by lane`,
    );
    const counted = new Map(rows.map(({ lane, waiting, running }) => [lane, { waiting, running }]));
    return Object.fromEntries(
      Object.keys(limits).map((lane) => [lane, counted.get(lane) ?? { waiting: 0, running: 0 }]),
    );
  },
});

const placeIn = (line: readonly { turn_id: string; place?: number }[], turnId: string): number =>
  line.find((row) => row.turn_id === turnId)?.place ?? 1;
