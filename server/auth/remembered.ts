import { LRUCache } from 'lru-cache';
import type { Time } from '../time.ts';
import type { Identity } from './identity.ts';

/** How long a credential that another process has ended may still be taken for good here. */
const REMEMBER_MS = 3_000;

/** Whose a credential is, by its hash, so that the database isn't asked at each request. */
export const openRemembered = ({ elapsed }: Pick<Time, 'elapsed'>) => {
  const known = new LRUCache<string, Identity>({
    max: 10_000,
    ttl: REMEMBER_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  let ended = 0;

  return {
    /** A look-up that was under way when a credential ended may have seen it alive: it isn't remembered. */
    async find(hash: string, lookUp: (hash: string) => Promise<Identity | null>): Promise<Identity | null> {
      const identity = known.get(hash);
      if (identity) return identity;
      const before = ended;
      const found = await lookUp(hash);
      if (found && before === ended) known.set(hash, found);
      return found;
    },
    /** A credential has ended. */
    forget(): void {
      ended += 1;
      known.clear();
    },
  };
};
