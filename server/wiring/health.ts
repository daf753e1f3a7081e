import type { EventStore } from '../eventstore/event-store.ts';
import type { Tooling } from '../generation/tooling.ts';
import type { Lanes } from '../processors/lanes.ts';
import type { Projector } from '../processors/projector.ts';
import type { Providers } from '../providers/index.ts';
import type { HealthChecks, Readiness } from '../rest/health.ts';
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
export const openHealth = (parts: Parts): HealthChecks => {
  const { store, sql, projector, providers, router, lanes, sleep, isDraining } = parts;

  /** Null where it fails, or takes too long. */
  const inTime = async <T>(answer: Promise<T>): Promise<T | null> => {
    const answered = new AbortController();
    const late = sleep(STORE_MS, answered.signal).then(() => null);
    const found = await Promise.race([answer, late]).catch(() => null);
    answered.abort();
    return found;
  };

  const ready = async (): Promise<Readiness> => {
    const head = await inTime(store.head());
    return {
      store: { ok: head !== null, kind: sql.kind, head: head === null ? null : String(head) },
      projections: projector.status(head ?? undefined),
      draining: isDraining(),
    };
  };

  return {
    ready,
    async all() {
      const readiness = await ready();
      return {
        ...readiness,
        provider: await providers.health(),
        router: { embedder: router.embedder(), embedded: router.isEmbedded() },
        queue: (readiness.store.ok && (await inTime(lanes.counts()))) || {},
      };
    },
  };
};
