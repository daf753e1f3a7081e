import { mkdirSync, writeFileSync } from 'node:fs';
import { type Cluster, openCluster } from '../support/postgres.ts';
import { startBenchChild } from './children.ts';
import { readOptions } from './options.ts';
import { freePort, ready, type Server, startProxy, startTurnlog } from './servers.ts';
import { type Row, table } from './table.ts';
import { latency } from './w1-latency.ts';
import { throughput } from './w2-throughput.ts';
import { fanOut } from './w3-fan-out.ts';
import { replay } from './w4-replay.ts';
import { eventStore } from './w5-event-store.ts';
import { memory } from './w6-memory.ts';
import type { Workload } from './workload.ts';

const OUT = 'dist/bench.json';
const workloads: Readonly<Record<string, Workload>> = {
  W1: latency,
  W2: throughput,
  W3: fanOut,
  W4: replay,
  W6: memory,
};

const options = readOptions(process.argv.slice(2));
const started: (() => Promise<void>)[] = [];
const stopAll = async () => {
  for (let stop = started.pop(); stop; stop = started.pop()) await stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}
const keep = <T extends { stop(): Promise<void> }>(thing: T): T => {
  started.push(thing.stop);
  return thing;
};

const bench = async (): Promise<Row[]> => {
  const port = await freePort();
  const ollamaUrl = `http://127.0.0.1:${port}`;
  keep(startBenchChild('ollama.ts', String(port)));
  await ready(`${ollamaUrl}/api/tags`);
  const clients = keep(startBenchChild('clients.ts'));
  const cluster: Cluster | null = options.store.includes('postgres') ? keep(await openCluster()) : null;
  const start: Record<string, () => Promise<Server>> = { 'pass-through': () => startProxy(ollamaUrl) };
  for (const store of options.store) {
    start[store] = () => startTurnlog(options.server, ollamaUrl, store === 'postgres' ? (cluster?.url ?? null) : null);
  }

  const rows: Row[] = [];
  for (const [workload, measure] of Object.entries(workloads)) {
    if (!options.only.some((name) => name === workload)) continue;
    for (const door of options.door) {
      for (const [name, open] of Object.entries(start)) {
        const server = keep(await open());
        const target = { url: server.url, cookie: server.cookie, door };
        const isBaseline = name === 'pass-through';
        for (const metric of await measure({ server, target, clients, isBaseline })) {
          rows.push({ workload, door, server: name, ...metric });
          process.stderr.write(
            `${workload} ${door} ${name}: ${metric.name} ${metric.value.toFixed(2)} ${metric.unit}\n`,
          );
        }
        started.splice(started.indexOf(server.stop), 1);
        await server.stop();
      }
    }
  }
  if (options.only.includes('W5')) {
    for (const server of options.store) {
      const url = server === 'postgres' ? (cluster?.url ?? null) : null;
      for (const metric of await eventStore(url)) rows.push({ workload: 'W5', door: '', server, ...metric });
    }
  }
  return rows;
};

try {
  const began = performance.now();
  const rows = await bench();
  process.stdout.write(table(rows));
  process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s; figures in ${OUT}\n`);
  mkdirSync('dist', { recursive: true });
  writeFileSync(OUT, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
} finally {
  await stopAll();
}
