import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { projections } from '../projections/index.ts';
import type { Position } from '../schema/order.ts';
import { openAuth } from './auth/auth.ts';
import { openRequestLimits } from './auth/request-limit.ts';
import { openSecret } from './auth/secret.ts';
import { ensureAdmin, findUsername } from './auth/users.ts';
import { openCommands } from './commands/commands.ts';
import type { Config } from './config.ts';
import { TurnlogError } from './errors.ts';
import { openEventStore } from './eventstore/index.ts';
import { createGraphql } from './graphql/index.ts';
import type { Log } from './log.ts';
import { interruptTurn, startGenerator } from './processors/generator.ts';
import { openLanes } from './processors/lanes.ts';
import { type Projector, startProjector } from './processors/projector.ts';
import { startQueue } from './processors/queue.ts';
import { openReadModels, type ReadModels } from './processors/read-models.ts';
import { startStragglers } from './processors/stragglers.ts';
import { openProviders } from './providers/index.ts';
import { authRoutes } from './rest/auth.ts';
import { chatRoutes } from './rest/chat.ts';
import { answerErrors, answerNotFound } from './rest/errors.ts';
import { type DoorEnv, limitAddress, refuseForeign } from './rest/guards.ts';
import { securityHeaders } from './rest/headers.ts';
import { healthRoutes } from './rest/health.ts';
import { routesOf } from './rest/routes.ts';
import { webRoutes } from './rest/web.ts';
import { openSql } from './sql/index.ts';
import { migrate } from './sql/migrate.ts';

/**
 * Once the running turns have ended, readers have this long to take their last frames. Who reads a waiting turn has none to
 * take and comes again after the restart.
 */
const LAST_FRAMES_MS = 3_000;
const HEALTH_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** A read model that is built anew takes as long as it takes. */
const LONG_MS = 2 ** 31 - 1;

export type App = {
  readonly url: string;
  readonly admin: { username: string; generatedPassword?: string };
  readonly model: string;
  /** What it answers, each as `GET /api/me`. */
  readonly routes: readonly string[];
  close(): Promise<void>;
};

/** What keeps a client from holding a connection by sending slowly. Answers may take as long as they take. */
const serverOptions = ({ requestTimeoutMs }: Config) => ({
  requestTimeout: requestTimeoutMs,
  headersTimeout: Math.ceil(requestTimeoutMs / 4),
  connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 8),
  maxHeaderSize: MAX_HEADER_BYTES,
});

const listen = async (server: Server, port: number, host: string): Promise<string> => {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`;
};

/** What the log leaves open; nothing where the read model of turns stands still, which health shows. */
const openTurnsAtStart = async (projector: Projector, readModels: ReadModels, head: Position, log: Log) => {
  try {
    await projector.waitFor(head, { names: ['turns'], timeoutMs: LONG_MS });
    return await readModels.openTurns();
  } catch (error) {
    if (!(error instanceof TurnlogError) || error.code !== 'PROJECTION_BEHIND') throw error;
    log.error({ err: error }, 'turns that were left open are not known');
    return [];
  }
};

/**
 * The only place where parts are opened and put together: storage, then processors, then doors; closed in reverse.
 * `webRoot` holds the built web client.
 */
export const openApp = async (config: Config, log: Log, webRoot: string): Promise<App> => {
  const stopProcessors = new AbortController();
  const stopGenerating = new AbortController();
  for (const { signal } of [stopProcessors, stopGenerating]) setMaxListeners(0, signal);
  const now = () => new Date();
  const newId = uuidv7;
  const random = (bytes: number) => randomBytes(bytes);

  const sql = await openSql(config);
  await migrate(sql);
  const store = await openEventStore(sql, log);
  const secret = await openSecret(sql, { configured: config.sessionSecret, random });
  const admin = await ensureAdmin({ sql, newId, random, now }, config);
  const requestLimits = openRequestLimits(config.rateLimits, { behindProxy: config.appUrl !== undefined });
  const auth = requestLimits.atDoor(await openAuth({ sql, secret, newId, random, now }));
  const providers = openProviders(config, { log, now: () => performance.now(), signal: stopProcessors.signal });

  const projector = startProjector({ store, sql, projections, log, signal: stopProcessors.signal });
  const readModels = openReadModels({ store, sql, projector });
  const lanes = openLanes(sql, config.queueLimits);

  const begin = await store.head();
  const open = await openTurnsAtStart(projector, readModels, begin, log);
  for (const turn of open.filter(({ status }) => status === 'running')) await interruptTurn(store, turn.id);
  const waiting = open.filter(({ status }) => status === 'waiting');
  await lanes.reconcile(waiting.map(({ id, ...turn }) => ({ turnId: id, ...turn })));

  let draining = false;
  const commands = openCommands({
    store,
    lanes,
    readModels,
    newId,
    hmac: (purpose, ...parts) => secret.hmac(purpose, ...parts),
    checkModel: (model) => providers.resolve(model),
    isDraining: () => draining,
  });
  const { conversations, turns } = commands;

  const processing = { store, after: begin, log, signal: stopProcessors.signal };
  const queue = startQueue({ ...processing, lanes });
  const stragglers = startStragglers({
    ...processing,
    openTurns: readModels.openTurns,
    ownsConversation: conversations.ownsConversation,
    cancelTurn: turns.cancelTurn,
  });
  const generator = startGenerator({
    store,
    queue,
    log,
    now,
    worker: newId(),
    history: readModels.history,
    titleOf: async (conversationId) => (await readModels.titleOf(conversationId)) ?? '',
    instructionsOf: (conversationId) => readModels.instructionsOf(conversationId),
    usernameOf: (userId) => findUsername(sql, userId),
    resolveModel: (model) => providers.resolve(model),
    signal: stopGenerating.signal,
  });

  const health = async () => {
    const head = await Promise.race([
      store.head(),
      new Promise<null>((resolve) => setTimeout(resolve, HEALTH_MS, null).unref()),
    ]).catch(() => null);
    return {
      store: { ok: head !== null, kind: sql.kind, head: head === null ? null : String(head) },
      projections: projector.status(head ?? undefined),
      provider: await providers.health(),
      queue: head === null ? {} : await lanes.counts(),
      draining,
    };
  };

  const graphql = createGraphql({
    ...config,
    store,
    readModels,
    ...commands,
    queue,
    providers,
    auth,
    admitAddress: requestLimits.admitAddress,
    log,
    newId,
  });
  const web = new Hono<DoorEnv>()
    .use(securityHeaders(config))
    .use(limitAddress(requestLimits.admitAddress))
    .use(refuseForeign(config))
    .route('/', healthRoutes(health))
    .route('/', authRoutes({ auth, ...config }))
    .route('/', chatRoutes({ ...config, store, queue, auth, conversations, turns, readModels, now, log }))
    .all('/graphql', (c) => graphql.fetch(c.req.raw))
    .route('/', webRoutes(webRoot))
    .notFound(answerNotFound)
    .onError(answerErrors({ log, newId }));

  const server = createAdaptorServer({
    fetch: web.fetch,
    overrideGlobalObjects: false,
    serverOptions: serverOptions(config),
  });
  if (!('closeIdleConnections' in server)) throw new TurnlogError('UNEXPECTED', 'an HTTP/1.1 server is needed');
  graphql.attachWebSocket(server);
  const url = await listen(server, config.port, config.host);

  return {
    url,
    admin,
    model: (await providers.resolve()).model,
    routes: routesOf(web),
    async close() {
      draining = true;
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      stopGenerating.abort();
      await generator.stopped();
      const cut = setTimeout(() => server.closeAllConnections(), LAST_FRAMES_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await graphql.close();
      await closed;
      clearTimeout(cut);
      clearInterval(idle);
      stopProcessors.abort();
      await Promise.all([queue.stopped(), stragglers.stopped(), projector.stopped()]);
      await store.close();
      await sql.close();
    },
  };
};
