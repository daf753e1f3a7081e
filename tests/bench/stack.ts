/** What runs, in the order of its start; it is stopped in reverse. */
export const openStack = () => {
  const running: { stop(): Promise<unknown> }[] = [];
  return {
    keep<T extends { stop(): Promise<unknown> }>(thing: T): T {
      running.push(thing);
      return thing;
    },
    async stop(thing: { stop(): Promise<unknown> }): Promise<void> {
      running.splice(running.indexOf(thing), 1);
      await thing.stop();
    },
    async stopAll(): Promise<void> {
      for (const thing of running.splice(0).reverse()) await thing.stop();
    },
  };
};
