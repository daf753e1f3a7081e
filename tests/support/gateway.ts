import { randomBytes } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { pino } from 'pino';
import { openAuth } from '../../server/auth/auth.ts';
import { openSecret } from '../../server/auth/secret.ts';
import { ensureAdmin } from '../../server/auth/users.ts';
import { openEventStore } from '../../server/eventstore/index.ts';
import { openGatewayAlone } from '../../server/gateway/gateway.ts';
import { injected } from './injected.ts';
import { type DatabaseName, openDatabase } from './sql.ts';

type Settings = Partial<Parameters<typeof openGatewayAlone>[0]>;

const random = (bytes: number) => randomBytes(bytes);
const log = pino({ level: 'silent' });

/** A gateway in this process over a database of its own: a stand-in, unless the settings say otherwise. */
export const startGateway = async (settings: Settings = {}, on: DatabaseName = 'pglite') => {
  const database = await openDatabase(on);
  const { sql } = database;
  const store = await openEventStore(sql, { log, ...injected });
  const auth = await openAuth({ ...injected, sql, secret: await openSecret(sql, { random }), random });
  const admin = await ensureAdmin({ ...injected, sql, random }, { adminUsername: 'admin' });
  const all = { host: '127.0.0.1', port: 0, anonymous: true, writes: true, ...settings };
  const gateway = await openGatewayAlone(all, { ...injected, store, auth, log }).catch(async (error: unknown) => {
    await store.close();
    await database.close();
    throw error;
  });
  const clients: EventStoreDBClient[] = [];
  return {
    store,
    auth,
    admin,
    sql,
    url: gateway.url,
    port: Number(/:(\d+)\?/.exec(gateway.url)?.[1]),
    /** The official client; `parameters` go to the end of its connection string. */
    connect(parameters = '', credentials = '') {
      const client = EventStoreDBClient.connectionString(
        `${gateway.url.replace('esdb://', `esdb://${credentials}`)}&defaultDeadline=60000${parameters}`,
      );
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.dispose()));
      await gateway.close();
      await store.close();
      await database.close();
    },
  };
};

export type TestGateway = Awaited<ReturnType<typeof startGateway>>;

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};
