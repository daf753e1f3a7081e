import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { uuidv7 } from 'uuidv7';
import { projections } from '../projections/index.ts';
import type { Projection } from '../projections/projection.ts';
import { openAnalysis } from './analysis/analysis.ts';
import { writeServerFile } from './audit/server-file.ts';
import { openAuth } from './auth/auth.ts';
import { openRequestLimits } from './auth/request-limit.ts';
import { openSecret } from './auth/secret.ts';
import { ensureAdmin, findUsername, findUsernames } from './auth/users.ts';
import { openCommands } from './commands/commands.ts';
import { readSettings } from './commands/settings.ts';
import type { Config, Role } from './config.ts';
import { TurnlogError } from './errors.ts';
import { openEventStore } from './eventstore/index.ts';
import type { Gateway, GatewayDeps } from './gateway/gateway.ts';
import type { Log } from './log.ts';
import { openMetrics } from './metrics/metrics.ts';
import { startTurnMeter } from './metrics/turn-meter.ts';
import { openLaneLimits } from './processors/lane-limits.ts';
import { openLanes } from './processors/lanes.ts';
import { startProjector } from './processors/projector.ts';
import { startQueue } from './processors/queue.ts';
import { readQueue } from './processors/queue-view.ts';
import { openReadModels } from './processors/read-models.ts';
import { startSettings } from './processors/settings.ts';
import { openWorker } from './processors/worker.ts';
import { openProviders } from './providers/index.ts';
import { routesOf } from './rest/routes.ts';
import { openSql } from './sql/index.ts';
import { migrate } from './sql/migrate.ts';
import { systemTime as time } from './time.ts';
import { tools } from './tools/index.ts';
import { startAnswering } from './wiring/answering.ts';
import { openDoors } from './wiring/doors.ts';
import { openHealth } from './wiring/health.ts';
import { closeServer, createServer, listen } from './wiring/http-server.ts';
import { wireTooling } from './wiring/tooling.ts';

/** Once the running turns have ended or are left, readers have this long to take their last frames. */
const LAST_FRAMES_MS = 3_000;

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

/** Loaded only where it has a port. */
const openGateway = async ({ gateway: { port, ...settings } }: Config, deps: GatewayDeps): Promise<Gateway | null> => {
  if (port === undefined) return null;
  const { openGatewayBeside } = await import('./gateway/gateway.ts');
  return openGatewayBeside({ ...settings, port }, deps);
};

/**
 * The only place where parts are opened and put together: storage, then processors, then doors; closed in reverse.
 * `webRoot` holds the built web client.
 */
export const openApp = async (config: Config, log: Log, webRoot: string): Promise<App> => {
  const stopProcessors = new AbortController();
  const stopGenerating = new AbortController();
  const stopReading = new AbortController();
  for (const { signal } of [stopProcessors, stopGenerating, stopReading]) setMaxListeners(0, signal);
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
  const worker = await openWorker({ sql, id: newId(), leaseMs: config.leaseMs, log, ...time });
  const metrics = openMetrics();
  const store = await openEventStore(sql, {
    url: config.eventstoreUrl,
    observer: metrics.storeObserver,
    newId,
    log,
    ...time,
  });
  const secret = await openSecret(sql, { configured: config.sessionSecret, random });
  const admin = await ensureAdmin({ sql, newId, random, ...time }, config);
  const mayJoin = async () => ((await readSettings(store)).signUp ?? config.signUp) === 'invitation';
  const requestLimits = openRequestLimits(config.rateLimits, { behindProxy: config.appUrl !== undefined });
  const credentials = await openAuth({ sql, secret, newId, random, mayJoin, ...time });
  const auth = requestLimits.atDoor(credentials);
  const providers = openProviders(config, {
    log,
    ...time,
    chosenModel: () => settings.current().defaultModel,
    signal: stopProcessors.signal,
  });

  const leads = async ({ name, version }: Projection) =>
    hasRole('projector') && (await worker.leads(`projection ${name} ${version}`));
  const waitMs = config.leaseMs + 5_000;
  const projector = startProjector({
    store,
    sql,
    projections,
    leads,
    waitMs,
    log,
    signal: stopProcessors.signal,
    ...time,
  });
  const readModels = openReadModels({ store, sql, projector });
  const laneLimits = openLaneLimits({ configured: config.queueLimits, machine: machine() });
  const lanes = openLanes(sql, laneLimits.now);

  const begin = await store.head();
  let draining = false;
  const commands = openCommands({
    store,
    lanes,
    readModels,
    tools,
    newId,
    hmac: (purpose, ...parts) => secret.hmac(purpose, ...parts),
    checkModel: (model) => providers.resolve(model),
    isDraining: () => draining,
  });

  const processing = { store, after: begin, log, signal: stopProcessors.signal, sleep: time.sleep };
  const settings = startSettings({
    ...processing,
    settings: await readSettings(store),
    limits: laneLimits,
    onLimits: () => queue.wake(),
  });
  const queue = startQueue({ ...processing, every: time.every, lanes });
  const tooling = wireTooling(config, {
    store,
    sql,
    providers,
    laneLimits,
    toolUseOf: commands.toolUse.read,
    chosenRouterModel: () => settings.current().routerModel,
    worker,
    newId,
    ...time,
    random: () => random(4).readUInt32BE() / 2 ** 32,
    log,
    signal: stopProcessors.signal,
  });
  const answering = () =>
    startAnswering({
      processing,
      queue,
      lanes,
      worker,
      projector,
      readModels,
      commands,
      providers,
      tooling,
      usernameOf: (userId) => findUsername(sql, userId),
      ...time,
      stopGenerating: stopGenerating.signal,
    });
  const meter = startTurnMeter({ ...processing, metrics });
  const answers = hasRole('generator') ? answering() : undefined;

  const health = openHealth({
    store,
    sql,
    projector,
    providers,
    router: tooling.router,
    lanes,
    isDraining: () => draining,
    ...time,
  });

  const usernames = (ids: readonly string[]) => findUsernames(sql, ids);
  const analysis = openAnalysis({ store, readModels, newId, usernames });
  metrics.watch({ lanes: lanes.counts, projections: async () => projector.status(await store.head()) });

  const operatorToken = Buffer.from(random(32)).toString('base64url');
  const { routes, graphql } = openDoors(config, {
    ...commands,
    tools,
    store,
    sql,
    projections,
    analysis,
    readModels,
    laneLimits,
    readQueue: () => readQueue(sql),
    usernames,
    queue,
    providers,
    router: tooling.router,
    auth,
    requestLimits,
    metrics,
    tooling,
    health,
    operatorToken,
    webRoot,
    stopping: stopReading.signal,
    log,
    newId,
    ...time,
  });
  const server = createServer(routes, config);
  if (hasRole('api')) graphql.attachWebSocket(server);
  let gateway: Gateway | null = null;
  let removeServerFile: (() => void) | undefined;

  const close = async (): Promise<void> => {
    draining = true;
    removeServerFile?.();
    stopGenerating.abort();
    await Promise.all([answers?.generator.stopped(), answers?.warmUp.stopped()]);
    stopReading.abort();
    const closed = closeServer(server, time, LAST_FRAMES_MS);
    await graphql.close();
    await gateway?.close();
    await closed;
    stopProcessors.abort();
    await Promise.all([tooling.router.stopped(), settings.stopped(), queue.stopped(), meter.stopped()]);
    await projector.stopped();
    await answers?.stopped();
    await worker.close();
    await store.close();
    await sql.close();
  };

  try {
    const url = await listen(server, config);
    gateway = await openGateway(config, { store, auth: credentials, log, newId, ...time });
    // One process alone opens an embedded database: commands ask it.
    if (sql.kind === 'pglite') removeServerFile = writeServerFile(config.dataDir, { url, token: operatorToken });
    return { url, admin, model: (await providers.resolve()).model, routes: routesOf(routes), close };
  } catch (error) {
    await close();
    throw error;
  }
};
