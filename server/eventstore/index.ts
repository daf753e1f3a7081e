import type { Sql } from '../sql/sql.ts';
import { openEsdbEventStore } from './esdb-event-store.ts';
import type { EventStore, StoreObserver } from './event-store.ts';
import { openSqlEventStore } from './sql-event-store.ts';

/**
 * The event store for this configuration: in the database of the read models, or `elsewhere`, at an address of
 * EventStoreDB's. A new adapter is one file and one line here.
 */
export const openEventStore = (
  sql: Sql,
  log: { warn(obj: object, msg: string): void },
  observer?: StoreObserver,
  elsewhere?: { url: string | undefined; newId: () => string },
): Promise<EventStore> =>
  elsewhere?.url ? openEsdbEventStore(elsewhere.url, log, elsewhere.newId) : openSqlEventStore(sql, log, observer);
