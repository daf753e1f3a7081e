import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';

const MAX_WAITING = 3;
const RETRY_AFTER_SECONDS = 5;
const RESERVATION_SECONDS = 60;

export type QueuedTurn = { readonly turnId: string; readonly userId: string; readonly conversationId: string };

export type Lanes = ReturnType<typeof openLanes>;

/** The queue's table. `limits` says how many turns of a lane run at once. */
export const openLanes = (sql: Sql, limits: Readonly<Record<string, number>>) => ({
  names: Object.keys(limits),

  /**
   * Keeps a place before the turn is in the log. Returns it, from 1.
   * @throws TurnlogError RATE_LIMITED (details `retryAfterSeconds`) where the user has as many waiting as allowed
   */
  async reserve(lane: string, { turnId, userId, conversationId }: QueuedTurn): Promise<number> {
    const [row] = await sql.query<{ place: number | null }>('select reserve_turn($1, $2, $3, $4, $5, $6) as place', [
      lane,
      limits[lane] ?? 1,
      MAX_WAITING,
      turnId,
      userId,
      conversationId,
    ]);
    if (row?.place != null) return row.place;
    throw new TurnlogError('RATE_LIMITED', `at most ${MAX_WAITING} of your messages can wait at once`, {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    });
  },

  /** The turn is in the log: it may be claimed. */
  async enqueue(lane: string, { turnId, userId, conversationId }: QueuedTurn): Promise<void> {
    await sql.query(
      `insert into turn_queue (turn_id, lane, user_id, conversation_id, status) values ($1, $2, $3, $4, 'waiting')
       on conflict (turn_id) do update set status = 'waiting' where turn_queue.status = 'reserved'`,
      [turnId, lane, userId, conversationId],
    );
  },

  /** Takes the turns that may run, the first in line first, as far as there are free slots. */
  async claim(lane: string): Promise<readonly QueuedTurn[]> {
    const rows = await sql.query<{ turn_id: string; user_id: string; conversation_id: string }>(
      'select turn_id, user_id, conversation_id from claim_turns($1, $2)',
      [lane, limits[lane] ?? 1],
    );
    return rows.map((row) => ({ turnId: row.turn_id, userId: row.user_id, conversationId: row.conversation_id }));
  },

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
    const rows = await sql.query<{ turn_id: string; place: number }>('select turn_id, place from lane_line($1)', [
      lane,
    ]);
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
