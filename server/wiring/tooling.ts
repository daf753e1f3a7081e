import { openInventory, type ToolUseCommands } from '../commands/tools.ts';
import type { Config } from '../config.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { structuredCall } from '../generation/structured.ts';
import { openTooling } from '../generation/tooling.ts';
import type { Log } from '../log.ts';
import { openLaneCalls } from '../processors/lane-calls.ts';
import type { LaneLimits } from '../processors/lane-limits.ts';
import type { Worker } from '../processors/worker.ts';
import type { Providers } from '../providers/index.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { openGuardedFetch } from '../tools/guarded-fetch.ts';
import { openImages } from '../tools/images.ts';
import { tools as registry } from '../tools/index.ts';
import { hostsOf, openSources } from '../tools/sources.ts';
import type { Tool } from '../tools/tool.ts';

/** A picture takes its time, most of all where the machine that draws it is a small one. */
const DRAWING_MS = 110_000;
/** A tool has to answer, too, where a model takes its time. */
const ASKING_MS = 6_000;

/** @throws TurnlogError VALIDATION for a tool that isn't there */
const withApprovals = (asking: readonly string[]): readonly Tool[] => {
  const ids = registry.map(({ id }) => id);
  const unknown = asking.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new TurnlogError('VALIDATION', `TOOL_APPROVALS: ${unknown} is none of ${ids.join(', ')}`);
  }
  return registry.map((tool) => (asking.includes(tool.id) ? { ...tool, approval: 'ask' } : tool));
};

type Parts = Pick<Time, 'now' | 'elapsed' | 'sleep'> & {
  readonly store: EventStore;
  readonly sql: Sql;
  readonly providers: Providers;
  readonly laneLimits: LaneLimits;
  /** What an administrator has set; null: as the environment says. */
  readonly chosenRouterModel: () => string | null;
  readonly toolUseOf: ToolUseCommands['read'];
  readonly worker: Worker;
  readonly newId: () => string;
  /** From 0 on, below 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** The router and the tools, with what a tool is given of the rest. */
export const wireTooling = (
  config: Config,
  { providers, laneLimits, chosenRouterModel, worker, newId, random, ...parts }: Parts,
) => {
  const { store, sql, now, sleep, log } = parts;
  const sources = openSources(config.toolSources);
  const hosts = hostsOf(config.toolSources);
  const fetch = openGuardedFetch(hosts);
  const laneCalls = openLaneCalls({ sql, worker: worker.id, limits: laneLimits.now, newId, sleep, log });
  const drawImage = openImages({
    fetch: openGuardedFetch({ ...hosts, timeoutMs: DRAWING_MS }),
    sources,
    inLane: (work, signal) => laneCalls.run('image', work, signal),
  });
  const routerModel = () => providers.resolve(chosenRouterModel() ?? config.routerModel);
  return openTooling({
    ...parts,
    tools: withApprovals(config.toolApprovals),
    decideWithinMs: config.toolApprovalMs,
    embedder: providers.embedder(config.routerEmbedModel),
    toolContext: ({ userId, callId, ...call }) => ({
      ...call,
      userId,
      now: now(),
      random,
      fetch,
      sources,
      inventory: openInventory(store, userId, callId),
      drawImage,
      async askModel(schema, question) {
        const messages = [{ role: 'user', content: question }] as const;
        return structuredCall(
          { ...(await routerModel()), schema, messages },
          AbortSignal.any([call.signal, AbortSignal.timeout(ASKING_MS)]),
        );
      },
    }),
    routerModel,
    offline: config.offline,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
};
