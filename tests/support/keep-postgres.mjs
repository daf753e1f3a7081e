// Runs Postgres for as long as somebody holds this process' standard input, so it ends with the tests whatever ends them.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, uid, gid, command, ...args] = process.argv.slice(2);
const as = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };
/** What follows once Postgres has ended: this process' end, a new start, or nothing until a start is asked for. */
let next = 'end';
const start = () => {
  const started = spawn(command, args, { ...as, cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  started.once('error', (error) => process.stderr.write(`${error.message}\n`));
  started.once('close', (code) => {
    if (next !== 'end') {
      if (next === 'restart') postgres = start();
      next = 'end';
      return;
    }
    rmSync(folder, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
  return started;
};
let postgres = start();

// SIGINT is Postgres' fast shutdown: it breaks off the sessions. What does not obey is killed, and nothing is lost by it.
process.stdin.setEncoding('utf8').on('data', (said) => {
  if (said.trim() === 'start') {
    postgres = start();
    return;
  }
  next = said.trim();
  postgres.kill('SIGINT');
});
process.stdin.once('close', () => {
  next = 'end';
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGKILL'), 5_000).unref();
});
// A terminal's interrupt reaches the whole group; the tests decide when they are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Written into by a process that is gone.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
