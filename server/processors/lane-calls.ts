import type { LaneName } from '../../schema/events/settings.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';

const LOOK_MS = 100;

type LaneCallsOptions = Pick<Time, 'sleep'> & {
  readonly sql: Sql;
  readonly worker: string;
  /** How many of a lane run at once, in all processes; read at each use. */
  readonly limits: Readonly<Record<LaneName, number>>;
  readonly newId: () => string;
  readonly log: { warn(obj: object, msg: string): void };
};

/** Work within a turn that takes a slot of another lane, as its turn took one of the chat's. */
export const openLaneCalls = ({ sql, worker, limits, newId, sleep, log }: LaneCallsOptions) => {
  /** Over, but for the table. */
  const left = new Set<string>();
  const leave = async () => {
    if (left.size === 0) return;
    const ids = [...left];
    await sql.query('delete from lane_calls where id = any ($1::uuid[])', [ids]);
    for (const id of ids) left.delete(id);
  };

  const enter = async (lane: LaneName, call: string): Promise<boolean> => {
    await leave();
    const asked = [lane, limits[lane], call, worker];
    const [row] = await sql.query<{ runs: boolean }>('select enter_lane($1, $2, $3, $4) as runs', asked);
    return row?.runs === true;
  };

  return {
    /** Does the work once it is its turn in the lane. @throws the signal's reason, also while it waits */
    async run<T>(lane: LaneName, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const call = newId();
      try {
        while (!(await enter(lane, call))) {
          await sleep(LOOK_MS, signal);
          signal.throwIfAborted();
        }
        signal.throwIfAborted();
        return await work();
      } finally {
        left.add(call);
        await leave().catch((error: unknown) => log.warn({ err: error, lane }, 'a slot is given back later'));
      }
    },
  };
};
