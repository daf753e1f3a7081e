import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve('schema/migrations');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Every function, by the files that define it, the last first. */
const defined = (): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    for (const [, made = ''] of read(name).matchAll(/^create (?:or replace )?function (\w+)/gim)) {
      found.set(made, [name, ...(found.get(made) ?? [])]);
    }
  }
  return found;
};

it('says where each SQL function stands now, and where it stood before (schema/migrations/README.md)', () => {
  const told = new Map<string, string[]>();
  for (const [, functions = '', ...files] of read('README.md').matchAll(/^\| (`.*?) \| (\S+) \| (.*?) ?\|$/gm)) {
    for (const [, name = ''] of functions.matchAll(/`(\w+)`/g))
      told.set(name, files.join(', ').match(/\S+\.sql/g) ?? []);
  }
  expect(told).toEqual(defined());
});
