import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';

const MAX_WAITING = 3;
const RETRY_AFTER_SECONDS = 5;
const RESERVATION_SECONDS = 60;

export type QueuedTurn = { readonly turnId: string; readonly userId: string; readonly conversationId: string };

type Row = { turn_id: string; user_id: string; conversation_id: string };
const turnOf = (row: Row): QueuedTurn => ({
  turnId: row.turn_id,
  userId: row.user_id,
  conversationId: row.conversation_id,
});

export type OpenTurn = QueuedTurn & { readonly lane: string; readonly status: string };

export type Lanes = ReturnType<typeof openLanes>;

/** The queue's table. `limits` says how many turns of a lane run at once; read at each use, since it may change. */
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

  /** The turn is in the log, or was decided about: it may be claimed, and stands where it stood. */
  async enqueue(lane: string, { turnId, userId, conversationId }: QueuedTurn): Promise<void> {
    await sql.query(
      `insert into turn_queue (turn_id, lane, user_id, conversation_id, status) values ($1, $2, $3, $4, 'waiting')
       on conflict (turn_id) do update set status = 'waiting' where turn_queue.status in ('reserved', 'suspended')`,
      [turnId, lane, userId, conversationId],
    );
  },

  /** Takes the turns that may run, the first in line first, as far as there are free slots. */
  async claim(lane: string, worker: string): Promise<readonly QueuedTurn[]> {
    const rows = await sql.query<Row>('select turn_id, user_id, conversation_id from claim_turns($1, $2, $3)', [
      lane,
      limits[lane] ?? 1,
      worker,
    ]);
    return rows.map(turnOf);
  },

  /** Takes turns that nobody runs any more, with their slots. */
  async takeOver(worker: string): Promise<readonly (QueuedTurn & { lane: string })[]> {
    const rows = await sql.query<Row & { lane: string }>('select * from take_over_turns($1)', [worker]);
    return rows.map((row) => ({ ...turnOf(row), lane: row.lane }));
  },

  /** Whether the turn is still this worker's to run. */
  async holds(turnId: string, worker: string): Promise<boolean> {
    const held = await sql.query('select from turn_queue where turn_id = $1 and worker = $2', [turnId, worker]);
    return held.length > 0;
  },

  /** Leaves the turn, with its slot, to whoever takes it over. */
  async leave(turnId: string, worker: string): Promise<void> {
    await sql.query('update turn_queue set worker = null where turn_id = $1 and worker = $2', [turnId, worker]);
  },

  /** The turn waits for a person: it gives its slot back, and the later ones of its conversation still wait for it. */
  async suspend(turnId: string, worker: string): Promise<void> {
    await sql.query(`update turn_queue set status = 'suspended', worker = null where turn_id = $1 and worker = $2`, [
      turnId,
      worker,
    ]);
  },

  /** Turns that wait for a person, or have been decided about a moment ago. */
  async suspended(): Promise<readonly string[]> {
    const rows = await sql.query<{ turn_id: string }>(`select turn_id from turn_queue where status = 'suspended'`);
    return rows.map((row) => row.turn_id);
  },

  /** The turn has ended. */
  async release(turnId: string): Promise<void> {
    await sql.query('delete from turn_queue where turn_id = $1', [turnId]);
  },

  /** The place is not needed; a turn that is in the log all the same keeps it. */
  async withdraw(turnId: string): Promise<void> {
    await sql.query(`delete from turn_queue where turn_id = $1 and status = 'reserved'`, [turnId]);
  },

  /**
   * Makes the table say what the log says. `open` are the turns without an end, in the order of the log; others that stand in
   * the table may be newer, so the log is asked about each. What comes in as running has lost its worker, and whoever takes
   * it over reads how it stands: so does a suspended one, which may have been decided about meanwhile.
   */
  async reconcile(open: readonly OpenTurn[], isOpen: (turnId: string) => Promise<boolean>): Promise<void> {
    for (const { turnId, lane, userId, conversationId, status } of open) {
      await sql.query(
        `insert into turn_queue (turn_id, lane, user_id, conversation_id, status)
           values ($1, $2, $3, $4, case $5::text when 'suspended' then 'running' else $5::text end)
         on conflict (turn_id) do update set status = excluded.status
           where turn_queue.status = 'reserved' or (turn_queue.status = 'suspended' and $5::text <> 'suspended')`,
        [turnId, lane, userId, conversationId, status],
      );
    }
    const others = await sql.query<{ turn_id: string }>(
      `select turn_id from turn_queue where status <> 'reserved' and turn_id <> all ($1::uuid[])`,
      [open.map((turn) => turn.turnId)],
    );
    for (const { turn_id: turnId } of others) if (!(await isOpen(turnId))) await this.release(turnId);
    await this.dropStale();
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

  /** For health. Who waits for a person stands in no line. */
  async counts(): Promise<Record<string, { waiting: number; running: number }>> {
    const rows = await sql.query<{ lane: string; waiting: number; running: number }>(
      `select lane, count(*) filter (where not runs)::integer as waiting, count(*) filter (where runs)::integer as running
         from (select lane, status = 'running' as runs from turn_queue where status <> 'suspended'
               union all select lane, runs from lane_calls where is_alive(worker)) known
        group by lane`,
    );
    const counted = new Map(rows.map(({ lane, waiting, running }) => [lane, { waiting, running }]));
    return Object.fromEntries(
      Object.keys(limits).map((lane) => [lane, counted.get(lane) ?? { waiting: 0, running: 0 }]),
    );
  },
});
