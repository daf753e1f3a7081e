import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/listen.ts';
import { openCluster } from '../support/postgres.ts';
import { profileInto, startBenchChild } from './children.ts';
import { measureSync } from './disk.ts';
import { type Options, readOptions } from './options.ts';
import { startPair } from './pair.ts';
import type { Place } from './places.ts';
import { ready, type Server, startProxy, startTurnlog } from './servers.ts';
import { openStack } from './stack.ts';
import { type Row, table } from './table.ts';
import { latency } from './w1-latency.ts';
import { throughput } from './w2-throughput.ts';
import { fanOut } from './w3-fan-out.ts';
import { replay } from './w4-replay.ts';
import { startEventStore } from './w5-event-store.ts';
import { memory } from './w6-memory.ts';
import { leasesOf, takeover } from './w7-takeover.ts';
import type { Metric, Workload } from './workload.ts';

const OUT = 'dist/bench.json';
const throughDoors: Readonly<Record<string, Workload>> = {
  W1: latency,
  W2: throughput,
  W3: fanOut,
  W4: replay,
  W6: memory,
};

const { keep, stop, stopAll } = openStack();

const bench = async (rows: Row[], { only, store, door: doors, server: main, quick }: Options): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'turnlog-bench-'));
  keep({ stop: () => rm(folder, { recursive: true, force: true }) });
  rows.push({
    workload: '',
    door: '',
    server: 'pass-through',
    name: 'fdatasync',
    unit: 'ms',
    value: await measureSync(folder),
  });
  const port = await freePort();
  const ollamaUrl = `http://127.0.0.1:${port}`;
  keep(startBenchChild('ollama.ts', String(port)));
  await ready(`${ollamaUrl}/api/tags`);
  const clients = keep(startBenchChild('clients.ts'));
  const cluster = store.some((name) => name !== 'pglite') ? keep(await openCluster({ durable: true })) : null;
  const places = store.map((name): Place => ({ store: name, folder, clusterUrl: cluster?.url ?? null, main }));
  const note = (workload: string, door: string, server: string, metrics: readonly Metric[]) => {
    for (const metric of metrics) {
      rows.push({ workload, door, server, ...metric });
      process.stderr.write(`${workload} ${door} ${server}: ${metric.name} ${metric.value.toFixed(2)} ${metric.unit}\n`);
    }
  };

  const servers: [name: string, start: () => Promise<Server>][] = [
    ['pass-through', () => startProxy(ollamaUrl)],
    ...places.map((place): [string, () => Promise<Server>] => [place.store, () => startTurnlog(ollamaUrl, place)]),
  ];
  // A quick run has one server a store for all workloads.
  const shared = new Map<string, Server>();
  const serverOf = async (name: string, start: () => Promise<Server>): Promise<Server> => {
    const server = shared.get(name) ?? keep(await start());
    if (quick) shared.set(name, server);
    return server;
  };
  for (const [workload, measure] of Object.entries(throughDoors)) {
    if (!only.some((name) => name === workload)) continue;
    for (const door of doors) {
      for (const [name, start] of servers) {
        const server = await serverOf(name, start);
        const target = { url: server.url, cookie: server.cookie, door };
        const isBaseline = name === 'pass-through';
        note(workload, door, name, await measure({ server, target, clients, isBaseline, quick }));
        if (!quick) await stop(server);
      }
    }
  }
  for (const server of shared.values()) await stop(server);
  for (const place of only.includes('W5') ? places : []) {
    const eventStore = keep(await startEventStore(place, quick));
    note('W5', '', place.store, await eventStore.measure());
    await stop(eventStore);
  }
  for (const place of only.includes('W7') ? places : []) {
    if (place.store === 'pglite') continue;
    for (const lease of leasesOf(quick)) {
      const pair = keep(await startPair(place, { OLLAMA_URL: ollamaUrl, LEASE_MS: String(lease.leaseMs) }));
      for (const { door, metrics } of await takeover(pair, lease, clients, doors)) {
        note('W7', door, place.store, metrics);
      }
      await stop(pair);
    }
  }
};

const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('interrupted'));
});

const run = async (options: Options): Promise<number> => {
  const began = performance.now();
  const rows: Row[] = [];
  if (options.profile !== undefined) profileInto(options.profile);
  try {
    const ended = await Promise.race([bench(rows, options), interrupted]);
    process.stdout.write(table(rows));
    const took = `${Math.round((performance.now() - began) / 1000)} s`;
    if (options.quick) process.stdout.write(`${took}; a quick run, whose figures mean nothing\n`);
    else {
      mkdirSync('dist', { recursive: true });
      writeFileSync(OUT, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
      process.stdout.write(`${took}; figures in ${OUT}\n`);
    }
    return ended === 'interrupted' ? 130 : 0;
  } finally {
    await stopAll();
  }
};

try {
  const options = readOptions(process.argv.slice(2));
  process.exit(options ? await run(options) : 0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
