import type { Sql } from '../sql/sql.ts';
import type { EventStore, StoreObserver } from './event-store.ts';
import { openSqlEventStore } from './sql-event-store.ts';

/**
 * The event store for this configuration: in the database of the read models, or `elsewhere`, at an address of
 * EventStoreDB's, whose client is loaded only then. A new adapter is one file and one line here.
 */
export const openEventStore = async (
  sql: Sql,
  log: { warn(obj: object, msg: string): void },
  observer?: StoreObserver,
  elsewhere?: { url: string | undefined; newId: () => string },
): Promise<EventStore> => {
  if (!elsewhere?.url) return openSqlEventStore(sql, log, observer);
  const { openEsdbEventStore } = await import('./esdb-event-store.ts');
  return openEsdbEventStore(elsewhere.url, log, elsewhere.newId);
};
