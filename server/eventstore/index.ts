import type { Sql } from '../sql/sql.ts';
import type { EventStore, StoreObserver } from './event-store.ts';
import { openSqlEventStore } from './sql-event-store.ts';

/** The event store for this configuration. A new adapter is one file and one line here. */
export const openEventStore = (
  sql: Sql,
  log: { warn(obj: object, msg: string): void },
  observer?: StoreObserver,
): Promise<EventStore> => openSqlEventStore(sql, log, observer);
