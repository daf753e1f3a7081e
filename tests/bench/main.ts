import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/listen.ts';
import { openCluster } from '../support/postgres.ts';
import { startBenchChild } from './children.ts';
import { measureSync } from './disk.ts';
import { readOptions } from './options.ts';
import { ready, type Server, startProxy, startTurnlog } from './servers.ts';
import { type Row, table } from './table.ts';
import { latency } from './w1-latency.ts';
import { throughput } from './w2-throughput.ts';
import { fanOut } from './w3-fan-out.ts';
import { replay } from './w4-replay.ts';
import { startEventStore } from './w5-event-store.ts';
import { memory } from './w6-memory.ts';
import type { Metric, Workload } from './workload.ts';

const OUT = 'dist/bench.json';
const throughDoors: Readonly<Record<string, Workload>> = {
  W1: latency,
  W2: throughput,
  W3: fanOut,
  W4: replay,
  W6: memory,
};

const options = readOptions(process.argv.slice(2));

/** What runs, in the order of its start; it is stopped in reverse. */
const running: { stop(): Promise<unknown> }[] = [];
const keep = <T extends { stop(): Promise<unknown> }>(thing: T): T => {
  running.push(thing);
  return thing;
};
const stop = async (thing: { stop(): Promise<unknown> }) => {
  running.splice(running.indexOf(thing), 1);
  await thing.stop();
};

const bench = async (rows: Row[]): Promise<void> => {
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
  const cluster = options.store.includes('postgres') ? keep(await openCluster()) : null;
  const places = options.store.map((store) => ({
    store,
    place: { folder, clusterUrl: store === 'postgres' ? (cluster?.url ?? null) : null },
  }));
  const note = (workload: string, door: string, server: string, metrics: readonly Metric[]) => {
    for (const metric of metrics) {
      rows.push({ workload, door, server, ...metric });
      process.stderr.write(`${workload} ${door} ${server}: ${metric.name} ${metric.value.toFixed(2)} ${metric.unit}\n`);
    }
  };

  const servers: [name: string, start: () => Promise<Server>][] = [
    ['pass-through', () => startProxy(ollamaUrl)],
    ...places.map(({ store, place }): [string, () => Promise<Server>] => [
      store,
      () => startTurnlog(options.server, ollamaUrl, place),
    ]),
  ];
  for (const [workload, measure] of Object.entries(throughDoors)) {
    if (!options.only.some((name) => name === workload)) continue;
    for (const door of options.door) {
      for (const [name, start] of servers) {
        const server = keep(await start());
        const target = { url: server.url, cookie: server.cookie, door };
        note(workload, door, name, await measure({ server, target, clients, isBaseline: name === 'pass-through' }));
        await stop(server);
      }
    }
  }
  for (const { store, place } of options.only.includes('W5') ? places : []) {
    const eventStore = keep(await startEventStore(place));
    note('W5', '', store, await eventStore.measure());
    await stop(eventStore);
  }
};

const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('interrupted'));
});

const began = performance.now();
const rows: Row[] = [];
let code = 1;
try {
  const ended = await Promise.race([bench(rows), interrupted]);
  process.stdout.write(table(rows));
  mkdirSync('dist', { recursive: true });
  writeFileSync(OUT, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
  process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s; figures in ${OUT}\n`);
  code = ended === 'interrupted' ? 130 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
} finally {
  for (const thing of running.reverse()) await thing.stop();
}
process.exit(code);
