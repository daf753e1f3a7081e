import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { decodeTurnEvent } from '../../../schema/events/decode.ts';
import { isTerminal, type TurnEvent } from '../../../schema/events/index.ts';
import { turnStream } from '../../../schema/streams.ts';
import type { EventStore, RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { openPostgres } from '../../../server/sql/pg.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { injected } from '../../support/injected.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { freshDatabase } from '../../support/sql.ts';
import { framesOf } from '../../support/sse-client.ts';

/** Short, and long enough for a process that a busy machine keeps waiting. */
export const LEASE_MS = 2_000;

/** What an undisturbed run says. */
export const wordsOf = (tokens: number): string => Array.from({ length: tokens }, (_, n) => `word${n} `).join('');

export type Cluster = {
  readonly servers: readonly TestServer[];
  readonly ollama: FakeModelServer;
  /** The log, as a process of its own reads it. */
  readonly store: EventStore;
  readonly sql: Sql;
  readonly cookie: string;
  close(): Promise<void>;
};

/** Servers on one Postgres, each with its variables beside those of all, with a model behind them. */
export const startCluster = async (
  each: readonly Record<string, string>[],
  env: Record<string, string>,
  open: () => Promise<{ url: string; drop(): Promise<void> }> = freshDatabase,
): Promise<Cluster> => {
  const database = await open();
  const ollama = await startFakeOllama();
  const start = (own: Record<string, string>) =>
    startServer({
      OLLAMA_URL: ollama.url,
      DATABASE_URL: database.url,
      LEASE_MS: String(LEASE_MS),
      RATE_LIMITS: 'user=0,address=0',
      ...env,
      ...own,
    });
  const servers = await Promise.all(each.map(start));
  const sql = openPostgres(database.url, { poolSize: 2 });
  const store = await openEventStore(sql, { log: { warn: () => undefined }, ...injected });
  return {
    servers,
    ollama,
    store,
    sql,
    cookie: (await servers[0]?.login()) ?? '',
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await ollama.close();
      await store.close();
      await sql.close();
      await database.drop();
    },
  };
};

export type Told = { readonly event: TurnEvent; readonly recorded: RecordedEvent };

/** A turn's story as it stands in the log. */
export const storyOf = async (store: EventStore, turnId: string): Promise<readonly Told[]> => {
  const story: Told[] = [];
  for await (const recorded of store.readStream(turnStream(turnId))) {
    const event = decodeTurnEvent(recorded);
    if (event) story.push({ event, recorded });
  }
  return story;
};

export const textIn = (events: readonly { type: string; text?: string }[]): string =>
  events.flatMap(({ type, text }) => (type === 'TokenGenerated' ? [text ?? ''] : [])).join('');

export const endsIn = (story: readonly Told[]) => story.filter(({ event }) => isTerminal(event));

/** Asks through contract A and goes; answers with the turn's id. 429 is tried again, as its clients do. */
export const askFor = async (url: string, cookie: string, message: string, more: object = {}): Promise<string> => {
  for (;;) {
    const response = await fetch(`${url}/api/chat/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ message, ...more }),
    });
    for await (const { data } of framesOf(response)) return JSON.parse(data).genId;
    if (response.status !== 429) throw new Error(`no turn: ${response.status}`);
    await sleep(20);
  }
};

type Event = { readonly type: string; readonly revision: number; readonly text?: string };

/** Reads a turn by graphql-ws, from its beginning to its end. */
export const readByGraphql = async (url: string, cookie: string, turnId: string): Promise<Event[]> => {
  class WithCookie extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie } });
    }
  }
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WithCookie });
  const query = `subscription ($id: ID!) {
    turnEvents(turnId: $id) { type: __typename revision ... on TokenGenerated { text } }
  }`;
  const events: Event[] = [];
  for await (const { data, errors } of client.iterate<{ turnEvents: Event }>({ query, variables: { id: turnId } })) {
    if (errors || !data) throw new Error(JSON.stringify(errors));
    events.push(data.turnEvents);
  }
  await client.dispose();
  return events;
};

/** One query, as JSON: `any` as that is. */
export const askGraphql = async (url: string, cookie: string, query: string) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query }),
  });
  return (await response.json()).data;
};
