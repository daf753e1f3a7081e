import type { EventStore } from '../eventstore/event-store.ts';
import type { Tooling } from '../generation/tooling.ts';
import type { Lanes } from '../processors/lanes.ts';
import type { Projector } from '../processors/projector.ts';
import type { Providers } from '../providers/index.ts';
import type { Health } from '../rest/health.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';

const STORE_MS = 2_000;

type Parts = Pick<Time, 'sleep'> & {
  readonly store: EventStore;
  readonly sql: Sql;
  readonly projector: Projector;
  readonly providers: Providers;
  readonly router: Tooling['router'];
  readonly lanes: Lanes;
  readonly isDraining: () => boolean;
};

/** How everything does. A store that doesn't answer in time is not well. */
export const openHealth = (parts: Parts) => async (): Promise<Health> => {
  const { store, sql, projector, providers, router, lanes, sleep, isDraining } = parts;
  const asked = new AbortController();
  const late = sleep(STORE_MS, asked.signal).then(() => null);
  const head = await Promise.race([store.head(), late]).catch(() => null);
  asked.abort();
  return {
    store: { ok: head !== null, kind: sql.kind, head: head === null ? null : String(head) },
    projections: projector.status(head ?? undefined),
    provider: await providers.health(),
    router: { embedder: router.embedder(), embedded: router.isEmbedded() },
    queue: head === null ? {} : await lanes.counts(),
    draining: isDraining(),
  };
};
