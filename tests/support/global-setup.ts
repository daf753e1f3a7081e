import type { TestProject } from 'vitest/node';
import { makeTemplate } from './pglite-template.ts';
import { openCluster } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** The folder of `pglite-template.ts`. */
    pgliteTemplate: string;
  }
}

/** One Postgres for the whole run, and one embedded database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, template] = await Promise.all([openCluster({ durable: false }), makeTemplate()]);
  project.provide('postgresUrl', cluster.url);
  project.provide('pgliteTemplate', template.folder);
  return async () => {
    await Promise.all([cluster.stop(), template.remove()]);
  };
}
