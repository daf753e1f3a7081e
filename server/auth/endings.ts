import type { Cancel, Time } from '../time.ts';

type EndingsDeps = Pick<Time, 'every'> & {
  /** Of these credential ids, those that are still good. */
  readonly living: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly recheckMs: number;
};

/**
 * Tells those who wait when a credential has ended: at once where it ends in this process, by asking the database for
 * all of them together every `recheckMs` where it ends in another, or by itself.
 */
export const openEndings = ({ living, recheckMs, every }: EndingsDeps) => {
  const waiting = new Map<string, Set<() => void>>();
  let rest: Cancel | undefined;

  const end = (id: string): void => {
    for (const resolve of [...(waiting.get(id) ?? [])]) resolve();
  };

  const recheck = async (ids: readonly string[]): Promise<void> => {
    try {
      const good = new Set(await living(ids));
      for (const id of ids) if (!good.has(id)) end(id);
    } catch {
      // Without the database nobody is thrown out: the next time will tell.
    }
  };

  const add = (id: string, resolve: () => void): void => {
    waiting.set(id, (waiting.get(id) ?? new Set()).add(resolve));
    rest ??= every(recheckMs, () => void recheck([...waiting.keys()]));
  };

  const remove = (id: string, resolve: () => void): void => {
    const resolvers = waiting.get(id);
    resolvers?.delete(resolve);
    if (resolvers?.size === 0) waiting.delete(id);
    if (waiting.size > 0) return;
    rest?.();
    rest = undefined;
  };

  return {
    end,

    /** Resolves when the credential has ended (before now, too), or at the signal. */
    async watch(id: string, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return;
      const { promise, resolve } = deferred();
      add(id, resolve);
      signal.addEventListener('abort', resolve, { once: true });
      await Promise.all([promise, recheck([id])]).finally(() => {
        signal.removeEventListener('abort', resolve);
        remove(id, resolve);
      });
    },
  };
};

const deferred = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
