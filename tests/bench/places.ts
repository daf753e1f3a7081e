import { mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createDatabase } from '../support/postgres.ts';
import { startStandIn } from '../support/stand-in.ts';
import { type Child, callable, measured } from './children.ts';

export const storeNames = ['postgres', 'pglite', 'eventstoredb'] as const;
export type StoreName = (typeof storeNames)[number];

/** Where a store lives: in the folder or in new databases of the cluster. `main` is the entry of the build that is measured. */
export type Place = {
  readonly store: StoreName;
  readonly folder: string;
  readonly clusterUrl: string | null;
  readonly main: string;
};

/** What a process at a place is told of it, and who speaks EventStoreDB's protocol there. */
export type OpenPlace = {
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  readonly store?: Child;
  leave(): Promise<void>;
};

const newDatabase = ({ store, clusterUrl }: Place) => {
  if (clusterUrl === null) throw new Error(`${store} needs a Postgres`);
  return createDatabase(clusterUrl);
};

/** EventStoreDB's protocol, spoken by `turnlog gateway` on a database of its own. */
const openLog = async (place: Place) => {
  const dataDir = await mkdtemp(join(place.folder, 'log-'));
  const database = await newDatabase(place);
  const entry = resolve(dirname(place.main), 'cli.js');
  const standIn = await startStandIn({ dataDir, env: { DATABASE_URL: database.url }, entry, execArgv: measured() });
  const child = callable(standIn.process, 'the gateway');
  return {
    url: standIn.url,
    process: child,
    async leave() {
      await child.stop();
      await database.drop();
    },
  };
};

export const openPlace = async (place: Place): Promise<OpenPlace> => {
  const { store, folder } = place;
  const DATA_DIR = await mkdtemp(join(folder, 'data-'));
  if (store === 'pglite') return { env: { DATA_DIR }, leave: async () => undefined };
  const database = await newDatabase(place);
  const env = { DATA_DIR, DATABASE_URL: database.url };
  if (store === 'postgres') return { env, leave: database.drop };
  const log = await openLog(place);
  return {
    env: { ...env, EVENTSTORE_URL: log.url },
    store: log.process,
    async leave() {
      await log.leave();
      await database.drop();
    },
  };
};
