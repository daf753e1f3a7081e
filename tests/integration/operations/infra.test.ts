import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { variables } from '../../../server/config.ts';

const text = z.union([z.string(), z.number(), z.boolean()]);
const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), text).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).default([]), // to this machine alone
  volumes: z.array(z.string().regex(/^\w+:\/.+/)).default([]),
});
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

const files = ['compose.yaml', 'compose.postgres.yaml', 'compose.eventstore.yaml'];
const read = (file: string) => compose.parse(parse(readFileSync(join('infra', file), 'utf8'), { merge: true }));

describe.each(files)('infra/%s', (file) => {
  const { services, volumes } = read(file);

  it('names files, volumes and services that are there', () => {
    for (const { build, depends_on, volumes: mounted } of Object.values(services)) {
      if (build) expect(existsSync(normalize(join('infra', build.context, build.dockerfile)))).toBe(true);
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const mount of mounted) expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
    }
  });

  it('sets what Turnlog knows', () => {
    for (const { image, environment } of Object.values(services)) {
      if (image !== 'turnlog') continue;
      for (const name of Object.keys(environment)) expect(Object.keys(variables.shape)).toContain(name);
    }
  });
});

it('knows all compose files', () => {
  expect(
    readdirSync('infra')
      .filter((name) => name.endsWith('.yaml'))
      .sort(),
  ).toEqual([...files].sort());
});

describe('infra/Dockerfile', () => {
  const dockerfile = readFileSync('infra/Dockerfile', 'utf8');

  it('copies what a build leaves', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) /gm)].map(([, path = '']) => path);
    expect(copied.length).toBeGreaterThan(2);
    for (const path of copied) expect([path, existsSync(path)]).toEqual([path, true]);
  });

  it('sets what Turnlog knows', () => {
    const env = /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '';
    const names = env.split(' ').map((pair) => pair.split('=')[0]);
    for (const name of names) expect(['NODE_ENV', ...Object.keys(variables.shape)]).toContain(name);
  });

  it('runs the Node of package.json, and what was built needs no package that an image lacks', () => {
    expect(dockerfile).toMatch(/^FROM node:20\.\d+-/m);
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const there = new Set([...Object.keys(dependencies), ...builtinModules]);
    const built = readdirSync('dist/server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join('dist/server', name));
    expect(built.length).toBeGreaterThan(1);
    const found = new Set<string>();
    for (const file of built) {
      const imports = readFileSync(file, 'utf8').matchAll(/^import (?:[^'";]*? from )?["']([^."'][^"']*)["']/gm);
      for (const [, name = ''] of imports) {
        const [scope = '', rest = ''] = name.replace(/^node:/, '').split('/');
        const wanted = scope.startsWith('@') ? `${scope}/${rest}` : scope;
        found.add(wanted);
      }
    }
    expect(found).toContain('@electric-sql/pglite');
    expect([...found].filter((name) => !there.has(name))).toEqual([]);
  });
});
