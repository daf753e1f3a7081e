import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { availableParallelism, totalmem } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { projections } from '../projections/index.ts';
import type { Projection } from '../projections/projection.ts';
import { openAnalysis } from './analysis/analysis.ts';
import { openRebuild } from './audit/local.ts';
import { auditRoutes } from './audit/routes.ts';
import { writeServerFile } from './audit/server-file.ts';
import { openAuth } from './auth/auth.ts';
import { openRequestLimits } from './auth/request-limit.ts';
import { openSecret } from './auth/secret.ts';
import { ensureAdmin, findUsername, findUsernames } from './auth/users.ts';
import { openCommands } from './commands/commands.ts';
import { readSettings } from './commands/settings.ts';
import { openInventory, toolUseCommands } from './commands/tools.ts';
import type { Config, Role } from './config.ts';
import { TurnlogError } from './errors.ts';
import { openEventStore } from './eventstore/index.ts';
import { openGatewayBeside } from './gateway/gateway.ts';
import { readTurn } from './generation/read-turn.ts';
import { defaultOptions } from './generation/style.ts';
import { openTooling } from './generation/tooling.ts';
import { createGraphql } from './graphql/index.ts';
import type { Log } from './log.ts';
import { openMetrics } from './metrics/metrics.ts';
import { startTurnMeter } from './metrics/turn-meter.ts';
import { startGenerator } from './processors/generator.ts';
import { openLaneLimits } from './processors/lane-limits.ts';
import { openLanes } from './processors/lanes.ts';
import { startProjector } from './processors/projector.ts';
import { startQueue } from './processors/queue.ts';
import { readQueue } from './processors/queue-view.ts';
import { openReadModels } from './processors/read-models.ts';
import { startReconciling } from './processors/reconcile.ts';
import { startSettings } from './processors/settings.ts';
import { startStragglers } from './processors/stragglers.ts';
import { openWorker } from './processors/worker.ts';
import { openProviders } from './providers/index.ts';
import { authRoutes } from './rest/auth.ts';
import { chatRoutes } from './rest/chat.ts';
import { answerErrors, answerNotFound } from './rest/errors.ts';
import { type DoorEnv, limitAddress, refuseForeign } from './rest/guards.ts';
import { securityHeaders } from './rest/headers.ts';
import { healthRoutes } from './rest/health.ts';
import { metricsRoutes } from './rest/metrics.ts';
import { observeRequests } from './rest/requests.ts';
import { routesOf } from './rest/routes.ts';
import { transferRoutes } from './rest/transfer.ts';
import { webRoutes } from './rest/web.ts';
import { openSql } from './sql/index.ts';
import { migrate } from './sql/migrate.ts';
import { openGuardedFetch } from './tools/guarded-fetch.ts';
import { openImages } from './tools/images.ts';
import { tools } from './tools/index.ts';
import { hostsOf, openSources } from './tools/sources.ts';

/**
 * Once the running turns have ended or are left, readers have this long to take their last frames. Who reads a turn without
 * an end comes again, here after the restart or to another process.
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

/** What a container may use, where it is bounded. */
const machine = () => ({
  cores: availableParallelism(),
  memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
});

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

  const hasRole = (role: Role) => config.roles.includes(role);

  if (config.eventstoreUrl !== undefined && config.gateway.port !== undefined) {
    throw new TurnlogError(
      'VALIDATION',
      'GATEWAY_PORT: the log of EVENTSTORE_URL has no gateway; ask that server itself',
    );
  }
  const sql = await openSql(config);
  await migrate(sql);
  const worker = await openWorker({ sql, id: newId(), leaseMs: config.leaseMs, log });
  const metrics = openMetrics();
  const store = await openEventStore(sql, log, metrics.storeObserver, {
    url: config.eventstoreUrl,
    newId,
  });
  const secret = await openSecret(sql, { configured: config.sessionSecret, random });
  const admin = await ensureAdmin({ sql, newId, random, now }, config);
  const mayJoin = async () => ((await readSettings(store)).signUp ?? config.signUp) === 'invitation';
  const requestLimits = openRequestLimits(config.rateLimits, { behindProxy: config.appUrl !== undefined });
  const credentials = await openAuth({ sql, secret, newId, random, now, mayJoin });
  const auth = requestLimits.atDoor(credentials);
  const providers = openProviders(config, {
    log,
    now: () => performance.now(),
    chosenModel: () => settings.current().defaultModel,
    signal: stopProcessors.signal,
  });

  const leads = async ({ name, version }: Projection) =>
    hasRole('projector') && (await worker.leads(`projection ${name} ${version}`));
  const waitMs = config.leaseMs + 5_000;
  const projector = startProjector({ store, sql, projections, leads, waitMs, log, signal: stopProcessors.signal });
  const readModels = openReadModels({ store, sql, projector });
  const laneLimits = openLaneLimits({ configured: config.queueLimits, machine: machine() });
  const lanes = openLanes(sql, laneLimits.now);

  const begin = await store.head();
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
  const settings = startSettings({
    ...processing,
    settings: await readSettings(store),
    limits: laneLimits,
    onLimits: () => queue.wake(),
  });
  const queue = startQueue({ ...processing, lanes });
  const toolUse = toolUseCommands({ store, newId, toolIds: tools.map(({ id }) => id) });
  const sources = openSources(config.toolSources);
  const toolFetch = openGuardedFetch(hostsOf(config.toolSources));
  const drawImage = openImages({ fetch: toolFetch, sources, limit: () => laneLimits.now.image });
  const tooling = openTooling({
    store,
    sql,
    tools,
    embedder: providers.embedder(config.routerEmbedModel),
    toolUseOf: toolUse.read,
    toolContext: ({ userId, callId, ...call }) => ({
      ...call,
      userId,
      now: now(),
      random: () => random(4).readUInt32BE() / 2 ** 32,
      fetch: toolFetch,
      sources,
      inventory: openInventory(store, userId, callId),
      drawImage,
    }),
    routerModel: () => providers.resolve(config.routerModel),
    offline: config.offline,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now,
    clock: () => performance.now(),
    log,
    signal: stopProcessors.signal,
  });
  const answering = () => ({
    generator: startGenerator({
      store,
      queue,
      lanes,
      worker,
      log,
      now,
      history: readModels.history,
      titleOf: async (conversationId) => (await readModels.titleOf(conversationId)) ?? '',
      instructionsOf: (conversationId) => readModels.instructionsOf(conversationId),
      preferencesOf: readModels.preferences,
      usernameOf: (userId) => findUsername(sql, userId),
      resolveModel: (model) => providers.resolve(model),
      canContinue: (model) => providers.canContinue(model, defaultOptions),
      isIdempotent: tooling.isIdempotent,
      useTool: tooling.useTool,
      signal: stopGenerating.signal,
    }),
    stragglers: startStragglers({
      ...processing,
      openTurns: readModels.openTurns,
      ownsConversation: conversations.ownsConversation,
      cancelTurn: turns.cancelTurn,
    }),
    reconciling: startReconciling({
      ...processing,
      lanes,
      waitFor: (position) => projector.waitFor(position, { names: ['turns'], timeoutMs: LONG_MS }),
      openTurns: async () => (await readModels.openTurns()).map(({ id, ...turn }) => ({ turnId: id, ...turn })),
      isOpen: async (turnId) => {
        const status = (await readTurn(store, turnId))?.state.status;
        return status === 'waiting' || status === 'running';
      },
    }),
  });
  const meter = startTurnMeter({ ...processing, metrics });
  const answers = hasRole('generator') ? answering() : undefined;

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

  const usernames = (ids: readonly string[]) => findUsernames(sql, ids);
  const analysis = openAnalysis({ store, readModels, newId, usernames });
  metrics.watch({ lanes: lanes.counts, projections: async () => projector.status(await store.head()) });

  const graphql = createGraphql({
    ...config,
    store,
    analysis,
    readModels,
    ...commands,
    laneLimits,
    readQueue: () => readQueue(sql),
    usernames,
    queue,
    providers,
    auth,
    admitAddress: requestLimits.admitAddress,
    log,
    newId,
  });
  const operatorToken = Buffer.from(random(32)).toString('base64url');
  const web = new Hono<DoorEnv>()
    .use(observeRequests({ log, newId, answered: metrics.requestAnswered }))
    .use(securityHeaders(config))
    .use(limitAddress(requestLimits.admitAddress))
    .use(refuseForeign(config))
    .route('/', healthRoutes(health))
    .route('/', metricsRoutes({ ...config, auth, read: metrics.read }))
    .notFound(answerNotFound)
    .onError(answerErrors({ log, newId }));
  if (hasRole('api')) {
    web
      .route('/', authRoutes({ auth, ...config }))
      .route('/', chatRoutes({ ...config, store, queue, auth, conversations, turns, readModels, now, log }))
      .route(
        '/',
        auditRoutes({ auth, analysis, operatorToken, rebuild: openRebuild({ store, sql, projections }, log) }),
      )
      .route('/', transferRoutes({ ...config, auth, transfer: commands.transfer, readModels }))
      .all('/graphql', (c) => graphql.fetch(c.req.raw, (told) => c.set('told', told)))
      .route('/', webRoutes(webRoot));
  }

  const server = createAdaptorServer({
    fetch: web.fetch,
    overrideGlobalObjects: false,
    serverOptions: serverOptions(config),
  });
  if (!('closeIdleConnections' in server)) throw new TurnlogError('UNEXPECTED', 'an HTTP/1.1 server is needed');
  if (hasRole('api')) graphql.attachWebSocket(server);
  const url = await listen(server, config.port, config.host);
  const gateway = await openGatewayBeside(config.gateway, { store, auth: credentials, log, now, newId });
  // One process alone opens an embedded database: commands ask it.
  const removeServerFile = sql.kind === 'pglite' && writeServerFile(config.dataDir, { url, token: operatorToken });

  return {
    url,
    admin,
    model: (await providers.resolve()).model,
    routes: routesOf(web),
    async close() {
      draining = true;
      if (removeServerFile) removeServerFile();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      stopGenerating.abort();
      await answers?.generator.stopped();
      const cut = setTimeout(() => server.closeAllConnections(), LAST_FRAMES_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await graphql.close();
      await gateway?.close();
      await closed;
      clearTimeout(cut);
      clearInterval(idle);
      stopProcessors.abort();
      await Promise.all([tooling.router.stopped(), settings.stopped(), queue.stopped(), meter.stopped()]);
      await projector.stopped();
      await Promise.all([answers?.stragglers.stopped(), answers?.reconciling.stopped()]);
      await worker.close();
      await store.close();
      await sql.close();
    },
  };
};
