// What can be checked without running anything, and the build that the tests start: all at once, each heard when it ends.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const run = async (name) => {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'FAILED'}\n${code === 0 ? '' : out + err}`);
  return code === 0;
};

const passed = await Promise.all(['types', 'rules', 'unused', 'lint', 'build'].map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
