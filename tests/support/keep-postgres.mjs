// Runs Postgres for as long as somebody holds this process' standard input, so it ends with the tests whatever ends them.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, uid, gid, command, ...args] = process.argv.slice(2);
const as = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };
const postgres = spawn(command, args, { ...as, cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

// SIGINT is Postgres' fast shutdown: it breaks off the sessions. What does not obey is killed, and nothing is lost by it.
process.stdin.resume().once('close', () => {
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGKILL'), 5_000).unref();
});
// A terminal's interrupt reaches the whole group; the tests decide when they are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Written into by a process that is gone.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

postgres.once('error', (error) => process.stderr.write(`${error.message}\n`));
postgres.once('close', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
