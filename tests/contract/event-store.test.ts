import { pino } from 'pino';
import { afterAll, beforeAll, describe } from 'vitest';
import { openEventStore } from '../../server/eventstore/index.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { injected } from '../support/injected.ts';
import { databases, freshDatabase, openDatabase } from '../support/sql.ts';
import { eventStoreContract } from './event-store.ts';

for (const [name, openDatabase] of databases) {
  eventStoreContract(name, async () => {
    const database = await openDatabase();
    const store = await openEventStore(database.sql, { log: pino({ level: 'silent' }), ...injected });
    return {
      store,
      async close() {
        await store.close();
        await database.close();
      },
    };
  });
}

/** The adapter, on whatever speaks the protocol at a URL. */
const overProtocol = async (url: string) => {
  const { sql, close } = await openDatabase('pglite');
  const store = await openEventStore(sql, { log: pino({ level: 'silent' }), url, ...injected });
  return {
    store,
    async close() {
      await store.close();
      await close();
    },
  };
};

const given = process.env.TEST_EVENTSTORE_URL;

if (given) eventStoreContract('EventStoreDB', () => overProtocol(given));

const gateways: [name: string, env: () => Promise<{ env: Record<string, string>; drop(): Promise<void> }>][] = [
  ['pglite', async () => ({ env: {}, drop: async () => undefined })],
  [
    'postgres',
    async () => {
      const { url, drop } = await freshDatabase();
      return { env: { DATABASE_URL: url }, drop };
    },
  ],
];

for (const [name, prepare] of gateways) {
  describe(`EventStoreDB's protocol, spoken by the gateway on ${name}`, () => {
    let gateway: Awaited<ReturnType<typeof startGatewayProcess>> | undefined;
    let drop = async () => {};
    beforeAll(async () => {
      const prepared = await prepare();
      drop = prepared.drop;
      gateway = await startGatewayProcess(prepared.env);
    });
    afterAll(async () => {
      await gateway?.close();
      await drop();
    });
    eventStoreContract('it', () => overProtocol(gateway?.url ?? ''));
  });
}
