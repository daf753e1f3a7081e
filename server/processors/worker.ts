import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';

/** Three renewals fit into a lease. */
const RENEWALS = 0.3;

type Working = Pick<Time, 'sleep'> & {
  sql: Sql;
  id: string;
  leaseMs: number;
  log: { warn(obj: object, msg: string): void };
};

export type Worker = Awaited<ReturnType<typeof openWorker>>;

/**
 * This process among those that share a database. It lives while it renews its lease; what it holds (turns, leads) is free
 * once the lease has ended, or at once when it closes.
 */
export const openWorker = async ({ sql, id, leaseMs, sleep, log }: Working) => {
  const closing = new AbortController();
  // The embedded database has one process at a time: who was here before is dead, its directory lock proves it.
  if (sql.kind === 'pglite') await sql.query('delete from workers');
  const beat = () => sql.query('select beat($1, $2)', [id, leaseMs]);
  await beat();

  const beating = (async () => {
    const { signal } = closing;
    while (!signal.aborted) {
      await sleep(leaseMs * RENEWALS, signal);
      if (signal.aborted) return;
      await beat().catch((error: unknown) => log.warn({ err: error }, 'the lease cannot be renewed; trying again'));
    }
  })();

  return {
    id,
    leaseMs,
    /** Whether this process does for all what has this name. Ask again before the lease ends. */
    async leads(name: string): Promise<boolean> {
      const [row] = await sql.query<{ leads: boolean }>('select take_lead($1, $2) as leads', [name, id]);
      return row?.leads === true;
    },
    /** Frees what it holds. Turns must have stopped. */
    async close() {
      closing.abort();
      await beating;
      await sql
        .query('delete from workers where id = $1', [id])
        .catch((error: unknown) => log.warn({ err: error }, 'what this process held is free only when its lease ends'));
    },
  };
};
