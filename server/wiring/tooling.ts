import { openInventory, type ToolUseCommands } from '../commands/tools.ts';
import type { Config } from '../config.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { openTooling } from '../generation/tooling.ts';
import type { Log } from '../log.ts';
import type { LaneLimits } from '../processors/lane-limits.ts';
import type { Providers } from '../providers/index.ts';
import type { Sql } from '../sql/sql.ts';
import { openGuardedFetch } from '../tools/guarded-fetch.ts';
import { openImages } from '../tools/images.ts';
import { tools } from '../tools/index.ts';
import { hostsOf, openSources } from '../tools/sources.ts';

type Parts = {
  readonly store: EventStore;
  readonly sql: Sql;
  readonly providers: Providers;
  readonly laneLimits: LaneLimits;
  readonly toolUseOf: ToolUseCommands['read'];
  readonly now: () => Date;
  /** From 0 on, below 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** The router and the tools, with what a tool is given of the rest. */
export const wireTooling = (config: Config, { providers, laneLimits, random, ...parts }: Parts) => {
  const { store, now } = parts;
  const sources = openSources(config.toolSources);
  const fetch = openGuardedFetch(hostsOf(config.toolSources));
  const drawImage = openImages({ fetch, sources, limit: () => laneLimits.now.image });
  return openTooling({
    ...parts,
    tools,
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
    }),
    routerModel: () => providers.resolve(config.routerModel),
    offline: config.offline,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    clock: () => performance.now(),
  });
};
