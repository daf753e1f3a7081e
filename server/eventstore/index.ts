import type { Sql } from '../sql/sql.ts';
import type { EventStore, StoreDeps } from './event-store.ts';
import { openSqlEventStore } from './sql-event-store.ts';

/**
 * The event store for this configuration: in the database of the read models, or elsewhere, at a `url` of
 * EventStoreDB's, whose client is loaded only then. A new adapter is one file and one line here.
 */
export const openEventStore = async (
  sql: Sql,
  { url, ...deps }: StoreDeps & { readonly url?: string | undefined },
): Promise<EventStore> => {
  if (url === undefined) return openSqlEventStore(sql, deps);
  const { openEsdbEventStore } = await import('./esdb-event-store.ts');
  return openEsdbEventStore(url, deps);
};
