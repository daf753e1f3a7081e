import { pino } from 'pino';
import { openEventStore } from '../../server/eventstore/index.ts';
import { databases } from '../support/sql.ts';
import { eventStoreContract } from './event-store.ts';

for (const [name, openDatabase] of databases) {
  eventStoreContract(name, async () => {
    const database = await openDatabase();
    const store = await openEventStore(database.sql, pino({ level: 'silent' }));
    return {
      store,
      async close() {
        await store.close();
        await database.close();
      },
    };
  });
}
