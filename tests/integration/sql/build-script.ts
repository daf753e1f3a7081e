import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

/** Builds a TypeScript file into one that node runs as it is; `remove` deletes it. */
export const buildScript = async (path: string): Promise<{ file: string; remove: () => void }> => {
  // Beside the packages, which the built file imports.
  const outDir = mkdtempSync(resolve('node_modules', '.built-'));
  await build({ configFile: false, logLevel: 'silent', build: { ssr: path, outDir, target: 'node20' } });
  return {
    file: join(outDir, basename(path).replace(/\.ts$/, '.js')),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
};
