import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { openApp } from './app.ts';
import { config } from './config.ts';
import { failureOf } from './failure.ts';
import { createLog } from './log.ts';

/** A start that cannot go on says why on one screen, without a stack. */
const refuse = (error: unknown): never => {
  const { message, exitCode } = failureOf(error, { log: () => createLog('fatal', process.stderr), newId: uuidv7 });
  process.stderr.write(`Turnlog does not start:\n${message}\n`);
  process.exit(exitCode);
};

const welcome = (lines: readonly (string | undefined)[]) =>
  process.stdout.write(`${lines.filter((line) => line !== undefined).join('\n')}\n`);

const serve = async (): Promise<void> => {
  const { values } = parseArgs({ options: { roles: { type: 'string' } }, allowPositionals: true });
  const settings = config({ ROLES: values.roles });
  const log = createLog(settings.logLevel);
  const app = await openApp(settings, log, join(import.meta.dirname, '../web'));
  const { username, generatedPassword } = app.admin;
  welcome([
    settings.roles.includes('api')
      ? `Turnlog listens on ${app.url}`
      : `Turnlog runs as ${settings.roles.join(' and ')}; its health is at ${app.url}/api/health`,
    generatedPassword && `Sign in as ${username} with the password ${generatedPassword} (shown this once)`,
    app.model === 'scripted'
      ? 'No language model is attached: the scripted model answers. Start Ollama, or set OPENAI_BASE_URL.'
      : `${app.model} answers.`,
  ]);

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

await serve().catch(refuse);
