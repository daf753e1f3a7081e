/** Runs what is given under a name one after another; names don't wait for each other. */
export const openTurnstile = () => {
  const last = new Map<string, Promise<void>>();
  return async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const result = (last.get(name) ?? Promise.resolve()).then(run);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, settled);
    try {
      return await result;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
};
