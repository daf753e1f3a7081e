import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { projections } from '../../../projections/index.ts';
import { START } from '../../../schema/order.ts';
import { openAnalysis } from '../../../server/analysis/analysis.ts';
import { openAuth } from '../../../server/auth/auth.ts';
import { openSecret } from '../../../server/auth/secret.ts';
import { createUser, findUsernames } from '../../../server/auth/users.ts';
import { openCommands } from '../../../server/commands/commands.ts';
import { readSettings } from '../../../server/commands/settings.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createGraphql } from '../../../server/graphql/index.ts';
import { createLog } from '../../../server/log.ts';
import { openLaneLimits } from '../../../server/processors/lane-limits.ts';
import { openLanes } from '../../../server/processors/lanes.ts';
import { startProjector } from '../../../server/processors/projector.ts';
import { startQueue } from '../../../server/processors/queue.ts';
import { readQueue } from '../../../server/processors/queue-view.ts';
import { openReadModels } from '../../../server/processors/read-models.ts';
import { startSettings } from '../../../server/processors/settings.ts';
import { openProviders } from '../../../server/providers/index.ts';
import { refuseForeign } from '../../../server/rest/guards.ts';
import { tools } from '../../../server/tools/index.ts';
import { injected } from '../../support/injected.ts';
import { openTestPglite } from '../../support/pglite.ts';

const NOBODY = 'http://127.0.0.1:9';
const MAX_BODY_BYTES = 100_000;

/** Everything but the generator, on an embedded store in memory: what a turn does is up to the test. */
export const openHouse = async () => {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const { signal } = stopping;
  const lines: { level: number; msg: string; id?: string; err?: { message: string } }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { newId } = injected;
  const random = (bytes: number) => randomBytes(bytes);

  const sql = await openTestPglite();
  const store = await openEventStore(sql, { log, ...injected });
  const secret = await openSecret(sql, { random });
  const auth = await openAuth({ ...injected, sql, secret, random });
  const providers = openProviders({ ollamaUrl: NOBODY }, { ...injected, log, signal });
  const projector = startProjector({ ...injected, store, sql, projections, leads: async () => true, log, signal });
  const readModels = openReadModels({ store, sql, projector });
  const configured = { chat: 1, image: 1, vision: 1 };
  const laneLimits = openLaneLimits({ configured, machine: { cores: 8, memory: 32 * 2 ** 30 } });
  const lanes = openLanes(sql, laneLimits.now);
  const commands = openCommands({
    store,
    lanes,
    readModels,
    tools,
    newId,
    hmac: (purpose, ...parts) => secret.hmac(purpose, ...parts),
    checkModel: (model) => providers.resolve(model),
    isDraining: () => false,
  });
  const queue = startQueue({ ...injected, store, lanes, after: START, log, signal });
  const heard = startSettings({
    ...injected,
    store,
    settings: await readSettings(store),
    after: START,
    limits: laneLimits,
    onLimits: () => queue.wake(),
    log,
    signal,
  });

  const usernames = (ids: readonly string[]) => findUsernames(sql, ids);
  const analysis = openAnalysis({ store, readModels, newId, usernames });
  const deps = {
    ...injected,
    store,
    analysis,
    usernames,
    readModels,
    ...commands,
    tools,
    offline: false,
    laneLimits,
    readQueue: () => readQueue(sql),
    queue,
    providers,
    router: { embedder: () => 'embedded-wordnet', isEmbedded: () => true },
    auth,
    log,
  };
  const graphql = createGraphql({
    ...deps,
    signUp: 'invitation',
    admitAddress: async () => undefined,
    maxBodyBytes: MAX_BODY_BYTES,
    operations: new Map(),
    persistedOnly: false,
    introspection: true,
  });
  const app = new Hono().use(refuseForeign({})).all('/graphql', (c) => graphql.fetch(c.req.raw));
  app.onError((error, c) => c.text(error.message, 403));
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  if (!('closeAllConnections' in server)) throw new Error('not an HTTP/1.1 server');
  graphql.attachWebSocket(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  return {
    sql,
    store,
    readModels,
    auth,
    ...commands,
    graphql,
    server,
    lines,
    url: `http://${host}/graphql`,
    wsUrl: `ws://${host}/graphql`,
    /** A new user with a session of hers. */
    async signIn(username: string, { isAdmin = false } = {}) {
      const password = 'correct horse';
      const { id } = await createUser({ ...injected, sql, random }, { username, password, isAdmin });
      const session = await auth.login({ username, password, address: '203.0.113.9' });
      return { id, headers: { cookie: `turnlog_session=${session?.token}` } };
    },
    async close() {
      await graphql.close();
      server.closeAllConnections();
      server.close();
      stopping.abort();
      await Promise.all([queue.stopped(), heard.stopped(), projector.stopped()]);
      await store.close();
      await sql.close();
    },
  };
};
export type House = Awaited<ReturnType<typeof openHouse>>;
export type Person = Awaited<ReturnType<House['signIn']>>;
