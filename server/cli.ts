import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { uuidv7 } from 'uuidv7';
import { projections } from '../projections/index.ts';
import { openAuth } from './auth/auth.ts';
import { openSecret } from './auth/secret.ts';
import { config } from './config.ts';
import { TurnlogError } from './errors.ts';
import { openEventStore } from './eventstore/index.ts';
import { openGatewayAlone } from './gateway/gateway.ts';
import { printTurnlogSchema } from './graphql/schema.ts';
import { createLog } from './log.ts';
import { rebuildProjection } from './processors/rebuild.ts';
import { openSql } from './sql/index.ts';
import { migrate } from './sql/migrate.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const rebuild = async (name: string | undefined): Promise<void> => {
  const wanted = projections.filter((projection) => name === undefined || projection.name === name);
  if (wanted.length === 0) {
    const names = projections.map((projection) => projection.name).join(', ');
    throw new TurnlogError('VALIDATION', `there is no read model ${name}: it is one of ${names}`);
  }
  const settings = config();
  const sql = await openSql(settings);
  try {
    await migrate(sql);
    const store = await openEventStore(sql, createLog(settings.logLevel));
    for (const projection of wanted) {
      await rebuildProjection(projection, {
        store,
        sql,
        onProgress: ({ position, head, events }) =>
          say(`${projection.name}: ${events} events, position ${position} of ${head}`),
      });
      say(`${projection.name}: rebuilt`);
    }
    await store.close();
  } finally {
    await sql.close();
  }
};

/** The log alone, over EventStoreDB's protocol, until a signal. */
const gateway = async (): Promise<void> => {
  const settings = config();
  const log = createLog(settings.logLevel);
  const [now, newId, random] = [() => new Date(), uuidv7, (bytes: number) => randomBytes(bytes)];
  const sql = await openSql(settings);
  await migrate(sql);
  const store = await openEventStore(sql, log);
  const secret = await openSecret(sql, { configured: settings.sessionSecret, random });
  const auth = await openAuth({ sql, secret, newId, random, now });
  const opened = await openGatewayAlone(settings.gateway, { store, auth, log, now, newId });
  say(`The log is served at ${opened.url}`);
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await opened.close();
  await store.close();
  await sql.close();
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
  .action(rebuild);
program.command('gateway').description("serve the log over EventStoreDB's protocol, and nothing else").action(gateway);
program
  .command('print-schema')
  .description('print the GraphQL schema')
  .action(() => {
    process.stdout.write(printTurnlogSchema());
  });

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof TurnlogError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
