import { Hono } from 'hono';
import type { Projection } from '../../projections/projection.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { openRebuild } from '../audit/local.ts';
import { auditRoutes } from '../audit/routes.ts';
import type { Auth } from '../auth/auth.ts';
import type { RequestLimits } from '../auth/request-limit.ts';
import type { Commands } from '../commands/commands.ts';
import type { Config } from '../config.ts';
import { openBlobs } from '../generation/blobs.ts';
import type { Tooling } from '../generation/tooling.ts';
import type { GraphqlDeps } from '../graphql/context.ts';
import { graphiqlRoutes } from '../graphql/graphiql.ts';
import { createGraphql } from '../graphql/index.ts';
import { readOperations } from '../graphql/persisted.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openapiRoutes } from '../openapi/routes.ts';
import type { Queue } from '../processors/queue.ts';
import type { ReadModels } from '../processors/read-models.ts';
import type { Providers } from '../providers/index.ts';
import { authRoutes } from '../rest/auth.ts';
import { benchmarkRoutes } from '../rest/benchmarks.ts';
import { openTurnBlobs } from '../rest/blobs.ts';
import { chatRoutes } from '../rest/chat.ts';
import { answerErrors, answerNotFound } from '../rest/errors.ts';
import { type DoorEnv, limitAddress, refuseForeign } from '../rest/guards.ts';
import { securityHeaders } from '../rest/headers.ts';
import { type HealthChecks, healthRoutes } from '../rest/health.ts';
import { metricsRoutes } from '../rest/metrics.ts';
import { observeRequests } from '../rest/requests.ts';
import { transferRoutes } from '../rest/transfer.ts';
import { webRoutes } from '../rest/web.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';

type Parts = Omit<GraphqlDeps, keyof Config | 'admitAddress' | 'operations'> &
  Commands &
  Pick<Time, 'now' | 'elapsed'> & {
    readonly sql: Sql;
    readonly projections: readonly Projection[];
    readonly queue: Queue;
    readonly readModels: ReadModels;
    readonly auth: Auth;
    readonly requestLimits: RequestLimits;
    readonly analysis: Analysis;
    readonly metrics: Metrics;
    readonly providers: Pick<Providers, 'resolve'>;
    readonly tooling: Pick<Tooling, 'benchmarks'>;
    readonly health: HealthChecks;
    /** What the commands of this machine's operator show. */
    readonly operatorToken: string;
    /** Aborts once no turn of this process runs any more, and it stops. */
    readonly stopping: AbortSignal;
    /** Holds the built web client. */
    readonly webRoot: string;
    readonly log: Log;
  };

/** What a process answers over HTTP: health and metrics in any role, the rest in the role `api`. */
export const openDoors = (config: Config, parts: Parts) => {
  const { auth, metrics, requestLimits, log, newId } = parts;
  const { admitAddress } = requestLimits;
  const graphql = createGraphql({ ...config, ...parts, admitAddress, operations: readOperations(parts.webRoot) });
  const turnBlobs = openTurnBlobs({ store: parts.store, blobs: openBlobs(parts.sql) });
  const routes = new Hono<DoorEnv>()
    .use(observeRequests({ ...parts, answered: metrics.requestAnswered }))
    .use(securityHeaders(config))
    .use(limitAddress(admitAddress))
    .use(refuseForeign(config))
    .route('/', healthRoutes(parts.health))
    .route('/', metricsRoutes({ ...config, auth, read: metrics.read }))
    .notFound(answerNotFound)
    .onError(answerErrors({ log, newId }));
  if (config.roles.includes('api')) {
    routes
      .route('/', openapiRoutes(config))
      .route('/', authRoutes({ auth, ...config }))
      .route('/', chatRoutes({ ...config, ...parts, turnBlobs }))
      .route('/', auditRoutes({ ...parts, rebuild: openRebuild(parts, log) }))
      .route('/', transferRoutes({ ...config, ...parts }))
      .route('/', benchmarkRoutes({ ...parts, benchmarks: parts.tooling.benchmarks }))
      .all('/graphql', (c) => graphql.fetch(c.req.raw, (told) => c.set('told', told)))
      .route('/', config.graphiql ? graphiqlRoutes() : new Hono())
      .route('/', webRoutes(parts.webRoot));
  }
  return { routes, graphql };
};
