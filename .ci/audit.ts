import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** Advisories that don't touch Turnlog, by their address, each with the reason. */
const accepted: Readonly<Record<string, string>> = {};

const advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

/** What `npm audit --json` says: what is to be mended, a line each; null where the registry could not be asked. */
export const judge = (said: unknown, known: Readonly<Record<string, string>> = accepted): readonly string[] | null => {
  const parsed = report.safeParse(said);
  if (!parsed.success) return null;
  const found = Object.values(parsed.data.vulnerabilities).flatMap(({ via }) => via);
  const open = found.flatMap((cause) => (typeof cause === 'string' || cause.url in known ? [] : [cause]));
  return [...new Set(open.map(({ name, severity, title, url }) => `${name} (${severity}): ${title} ${url}`))];
};

const ask = (): unknown => {
  try {
    return JSON.parse(
      execFileSync('npm', ['audit', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch (error) {
    // It ends with 1 where it found something, and where nobody answered.
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    return said.startsWith('{') ? JSON.parse(said) : null;
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wrong = judge(ask());
  if (wrong === null) process.stderr.write('npm audit: the registry could not be asked; nothing was checked\n');
  else process.stdout.write(wrong.length > 0 ? `${wrong.join('\n')}\n` : 'npm audit: nothing is known\n');
  if (wrong !== null && wrong.length > 0) process.exitCode = 1;
}
