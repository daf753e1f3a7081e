// Preloaded into a process that is measured: tells its parent what it has used, and ends when the parent is gone.
const calls = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  /** Resident bytes once all that can be let go is gone. */
  memory: async () => {
    for (let n = 0; n < 4; n += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heapUsed, external };
  },
};

process.on('disconnect', () => process.exit());
process.on('message', async ({ id, name }) => process.send({ id, output: await calls[name]?.() }));
// The channel alone does not keep the process alive.
process.channel?.unref();
