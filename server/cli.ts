import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import { uuidv7 } from 'uuidv7';
import { projections } from '../projections/index.ts';
import { openLogReads } from './analysis/log-reads.ts';
import { localSource, openRebuild } from './audit/local.ts';
import { remoteSource } from './audit/remote.ts';
import { replay } from './audit/replay.ts';
import { readServerFile } from './audit/server-file.ts';
import type { LogSource } from './audit/source.ts';
import { openAuth } from './auth/auth.ts';
import { openSecret } from './auth/secret.ts';
import { config } from './config.ts';
import { TurnlogError } from './errors.ts';
import { openEventStore } from './eventstore/index.ts';
import { failureOf } from './failure.ts';
import { createLog } from './log.ts';
import { openSql } from './sql/index.ts';
import { migrate } from './sql/migrate.ts';
import { systemTime as time } from './time.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
// Whoever read has enough, as with `| head`.
process.stdout.on('error', () => stopping.abort());
const { signal } = stopping;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The data itself, which one process alone opens where it is embedded. */
const openHere = async (settings: ReturnType<typeof config>): Promise<LogSource> => {
  // Standard output is for what was asked.
  const log = createLog(settings.logLevel, process.stderr);
  const sql = await openSql(settings);
  try {
    await migrate(sql);
    const store = await openEventStore(sql, { log, url: settings.eventstoreUrl, newId: uuidv7, ...time });
    return localSource({
      reads: openLogReads({ store, newId: uuidv7 }),
      rebuild: openRebuild({ store, sql, projections }, log),
      async close() {
        await store.close();
        await sql.close();
      },
    });
  } catch (error) {
    await sql.close();
    throw error;
  }
};

/** The log alone, over EventStoreDB's protocol, until a signal. */
const gateway = async (): Promise<void> => {
  const settings = config();
  const log = createLog(settings.logLevel);
  const [newId, random] = [uuidv7, (bytes: number) => randomBytes(bytes)];
  const sql = await openSql(settings);
  await migrate(sql);
  const store = await openEventStore(sql, { log, newId, ...time });
  const secret = await openSecret(sql, { configured: settings.sessionSecret, random });
  const auth = await openAuth({ sql, secret, newId, random, ...time });
  const { openGatewayAlone } = await import('./gateway/gateway.ts');
  try {
    const opened = await openGatewayAlone(settings.gateway, { store, auth, log, newId, ...time });
    say(`The log is served at ${opened.url}`);
    await new Promise((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await opened.close();
  } finally {
    await store.close();
    await sql.close();
  }
};

/** Reads through the running server of an embedded database; else opens the data. */
const withSource = async (work: (source: LogSource) => Promise<void>): Promise<void> => {
  const settings = config();
  const running = settings.databaseUrl === undefined ? readServerFile(settings.dataDir) : null;
  const source = running ? remoteSource(running) : await openHere(settings);
  try {
    await work(source);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await source.close();
  }
};

const rebuildAll = (name: string | undefined) =>
  withSource(async (source) => {
    for await (const line of source.rebuild(name, signal)) {
      if ('error' in line) throw new TurnlogError('REJECTED', line.error);
      else if ('done' in line) say(`${line.name}: rebuilt`);
      else say(`${line.name}: ${line.events} events, position ${line.position} of ${line.head}`);
    }
  });

const exportLog = (asked: Record<string, string>) =>
  withSource((source) => pipeline(Readable.from(source.export(asked, signal)), process.stdout, { end: false }));

const replayTurn = (turnId: string, { speed }: { speed: number }) =>
  withSource((source) =>
    replay(source.turn(turnId, signal), {
      speed,
      write: async (text) => void process.stdout.write(text),
      async pause(ms) {
        await time.sleep(ms, signal);
        signal.throwIfAborted();
      },
    }),
  );

const speedOf = (given: string): number => {
  const speed = Number(given);
  if (speed > 0) return speed;
  throw new InvalidArgumentError('it is a number above 0, such as 2 for twice as fast.');
};

const program = new Command('turnlog').description('An event-sourced chat backend.');
program
  .command('serve', { isDefault: true })
  .option('--roles <list>', 'what this process does: api, generator, projector, separated by commas; all without it')
  .description('serve everything (the default), or some of it beside other processes on one Postgres');
program
  .command('rebuild')
  .argument('[name]', 'a read model; all of them without it')
  .description('build read models anew from the log')
  .action(rebuildAll);
program
  .command('replay')
  .argument('<turnId>')
  .option('--speed <n>', 'times its own speed', speedOf, 1)
  .description('print a turn in its own rhythm')
  .action(replayTurn);
program
  .command('export')
  .option('--from <point>', 'the first position, or a moment in ISO 8601')
  .option('--to <point>', 'the position, or the moment, before which to stop')
  .description('write the log to standard output, one JSON object a line')
  .action(exportLog);
program.command('gateway').description("serve the log over EventStoreDB's protocol, and nothing else").action(gateway);
program
  .command('print-schema')
  .description('print the GraphQL schema')
  .action(async () => {
    // Loaded for this alone: it is half of what a command's start would take.
    const { printTurnlogSchema } = await import('./graphql/schema.ts');
    process.stdout.write(printTurnlogSchema());
  });

await program.parseAsync().catch((error: unknown) => {
  const failure = failureOf(error, { log: () => createLog('fatal', process.stderr), newId: uuidv7 });
  process.stderr.write(`${failure.message}\n`);
  process.exitCode = failure.exitCode;
});
