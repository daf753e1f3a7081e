import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { microseconds } from './door.ts';
import { openPlace, type Place } from './places.ts';
import { type Server, startProcess } from './servers.ts';

type Member = { readonly server: Server; readonly worker: string };

const pausesSchema = z.object({
  data: z.object({ turn: z.object({ pauses: z.array(z.object({ resumedAt: z.coerce.date() })) }) }),
});

export type Pair = Awaited<ReturnType<typeof startPair>>;

/** Two processes on one store. Moments are this machine's microseconds (CLOCK_MONOTONIC). */
export const startPair = async (place: Place, env: Readonly<Record<string, string>>) => {
  const { env: shared, leave } = await openPlace(place);
  const sql = new pg.Client({ connectionString: shared.DATABASE_URL });
  await sql.connect();
  const members: Member[] = [];

  const workers = async () => {
    const { rows } = await sql.query<{ id: string }>('select id from workers');
    return rows.map(({ id }) => id);
  };

  const start = async () => {
    const before = members.length === 0 ? [] : await workers();
    const server = await startProcess(place.main, { ...shared, ...env });
    const worker = (await workers()).find((id) => !before.includes(id));
    if (!worker) throw new Error('a process took no lease');
    members.push({ server, worker });
  };

  await start();
  await start();

  return {
    /** Where whoever asks is served. */
    front(): Server {
      const [first] = members;
      if (!first) throw new Error('no process is left');
      return first.server;
    },

    /** Who runs the turn, once somebody does, and who doesn't. */
    async rolesOf(turnId: string) {
      for (;;) {
        const { rows } = await sql.query<{ worker: string }>('select worker from turn_queue where turn_id = $1', [
          turnId,
        ]);
        const runner = members.find(({ worker }) => worker === rows[0]?.worker);
        const other = members.find((member) => member !== runner);
        if (runner && other) return { runner, other: other.server };
        await sleep(5);
      }
    },

    /** Ends a process at once. When, and when its lease ends. */
    async kill({ server, worker }: Member) {
      const killed = microseconds();
      await server.process.kill();
      members.splice(
        members.findIndex((member) => member.server === server),
        1,
      );
      const left =
        'select (extract(epoch from lease_until - clock_timestamp()) * 1e6)::float8 as us from workers where id = $1';
      const { rows } = await sql.query<{ us: number }>(left, [worker]);
      return { killed, leaseEnd: microseconds() + (rows[0]?.us ?? Number.NaN) };
    },

    /** When a turn was taken over last. */
    async resumed({ url, cookie }: Server, turnId: string) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ turn(id: "${turnId}") { pauses { resumedAt } } }` }),
      });
      const { pauses } = pausesSchema.parse(await response.json()).data.turn;
      const { rows } = await sql.query<{ us: number }>(
        'select (extract(epoch from clock_timestamp()) * 1e6)::float8 as us',
      );
      const [now, sinceEpoch] = [microseconds(), rows[0]?.us ?? Number.NaN];
      return now - (sinceEpoch - (pauses.at(-1)?.resumedAt.getTime() ?? Number.NaN) * 1_000);
    },

    /** A process in place of the one that was killed. */
    start,

    async stop() {
      for (const { server } of members) await server.stop();
      await sql.end();
      await leave();
    },
  };
};
