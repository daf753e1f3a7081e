/** What changes, and whoever waits for that; until the signal nobody is let go for another reason. */
export const openChanges = (signal: AbortSignal) => {
  let version = 0;
  let waiting: (() => void)[] = [];
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  signal.addEventListener('abort', wakeAll, { once: true });

  return {
    version: () => version,
    change(): void {
      version += 1;
      wakeAll();
    },
    /** Resolves once the version is another than the one that was seen, or when one is to look why it isn't. */
    since: (seen: number): Promise<void> =>
      seen !== version || signal.aborted ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    /** Has all who wait look again when this aborts. */
    wakeAt: (until: AbortSignal): void => until.addEventListener('abort', wakeAll, { once: true }),
  };
};

export type Changes = ReturnType<typeof openChanges>;
