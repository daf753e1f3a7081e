// Runs Postgres for as long as somebody holds this process' standard input, so it ends with the tests whatever ends them.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, uid, gid, command, ...args] = process.argv.slice(2);
const as = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };
let restarting = false;
const start = () => {
  const started = spawn(command, args, { ...as, cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  started.once('error', (error) => process.stderr.write(`${error.message}\n`));
  started.once('close', (code) => {
    if (restarting) {
      restarting = false;
      postgres = start();
      return;
    }
    rmSync(folder, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
  return started;
};
let postgres = start();

// SIGINT is Postgres' fast shutdown: it breaks off the sessions. What does not obey is killed, and nothing is lost by it.
process.stdin.on('data', () => {
  restarting = true;
  postgres.kill('SIGINT');
});
process.stdin.once('close', () => {
  restarting = false;
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGKILL'), 5_000).unref();
});
// A terminal's interrupt reaches the whole group; the tests decide when they are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Written into by a process that is gone.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
