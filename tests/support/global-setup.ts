import type { TestProject } from 'vitest/node';
import { openCluster } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One Postgres for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
