import { z } from 'zod';
import type { Sql } from '../sql/sql.ts';

const row = z
  .object({
    turn_id: z.string(),
    lane: z.string(),
    user_id: z.string(),
    conversation_id: z.string(),
    status: z.enum(['reserved', 'waiting', 'running', 'suspended']),
    sequence: z.bigint(),
    reserved_at: z.date(),
    place: z.number().nullable(),
  })
  .transform((found) => ({
    turnId: found.turn_id,
    lane: found.lane,
    userId: found.user_id,
    conversationId: found.conversation_id,
    isRunning: found.status === 'running',
    isSuspended: found.status === 'suspended',
    sequence: found.sequence,
    since: found.reserved_at,
    place: found.place ?? 0,
  }));

/** `place` in the line, from 1; 0 once it runs, or waits for a person. `since` is when it came into the line. */
export type TurnInQueue = z.infer<typeof row>;

/** What a waiting turn waits for: a decision, another of its conversation, an earlier one of its user, or a free slot. */
export type WaitsFor = 'person' | 'conversation' | 'own-turn' | 'slot';

/** Null for a turn that runs, or is about to. */
export const waitsFor = (turn: TurnInQueue, all: readonly TurnInQueue[], limit: number): WaitsFor | null => {
  if (turn.isRunning) return null;
  if (turn.isSuspended) return 'person';
  const others = all.filter(({ turnId }) => turnId !== turn.turnId);
  const isEarlier = ({ isRunning, sequence }: TurnInQueue) => isRunning || sequence < turn.sequence;
  if (others.some((one) => one.conversationId === turn.conversationId && isEarlier(one))) return 'conversation';
  const ofLane = others.filter(({ lane }) => lane === turn.lane);
  if (ofLane.filter(({ isRunning }) => isRunning).length < limit) return null;
  const isInLine = ({ isRunning, isSuspended }: TurnInQueue) => !isRunning && !isSuspended;
  const isOwn = (one: TurnInQueue) => one.userId === turn.userId && isInLine(one) && one.sequence < turn.sequence;
  return ofLane.some(isOwn) ? 'own-turn' : 'slot';
};

/** Every turn in the line, running or suspended: those that run first, then by place. */
export const readQueue = async (sql: Sql): Promise<readonly TurnInQueue[]> =>
  z.array(row).parse(
    await sql.query(
      `select q.turn_id, q.lane, q.user_id, q.conversation_id, q.status, q.sequence, q.reserved_at, line.place
         from turn_queue q
         left join (select l.* from (select distinct lane from turn_queue) known cross join lateral lane_line(known.lane) l) line
           on line.turn_id = q.turn_id
        order by q.lane, q.status <> 'running', coalesce(line.place, 0), q.sequence`,
    ),
  );
