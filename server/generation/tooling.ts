import type { EventStore } from '../eventstore/event-store.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { Provider } from '../providers/provider.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { Tool } from '../tools/tool.ts';
import { isToolAllowed, type ToolUse } from '../user/tool-use.ts';
import { openBenchmarks } from './benchmark/benchmarks.ts';
import { openBlobs } from './blobs.ts';
import { openRouter } from './routing/router.ts';
import { openChooseTool } from './routing/tier2.ts';
import { openVectorCache } from './routing/vector-cache.ts';
import { type ToolDeps, type ToolRequest, useTool } from './tool-step.ts';
import { startWarmUp } from './warm-up.ts';

type ToolingOptions = Pick<Time, 'now' | 'elapsed' | 'sleep'> & {
  readonly store: EventStore;
  readonly sql: Sql;
  readonly tools: readonly Tool[];
  readonly embedder: Embedder;
  readonly toolUseOf: (userId: string) => Promise<ToolUse>;
  readonly toolContext: ToolDeps['toolContext'];
  /** The model that chooses tools, and the server's own wish to stay off the network. */
  readonly routerModel: () => Promise<{ provider: Provider; model: string }>;
  readonly offline: boolean;
  readonly decideWithinMs: number;
  readonly timeZone: string;
  readonly log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  readonly signal: AbortSignal;
};

export type Tooling = ReturnType<typeof openTooling>;

/** Routing and tools, put together. */
export const openTooling = ({ store, sql, tools, embedder, toolUseOf, routerModel, ...options }: ToolingOptions) => {
  const router = openRouter({
    ...options,
    tools,
    embedder,
    cache: openVectorCache(sql),
    choose: openChooseTool(routerModel),
  });
  const findTool = (id: string) => tools.find((tool) => tool.id === id);
  const deps: ToolDeps = {
    ...options,
    store,
    findTool,
    blobs: openBlobs(sql),
    route: router.route,
    async limitsOf(userId) {
      const use = await toolUseOf(userId);
      const disabled = tools.map(({ id }) => id).filter((id) => !isToolAllowed(use, id));
      return { disabled, offline: options.offline || use.offline };
    },
  };
  return {
    router,
    isIdempotent: (id: string) => findTool(id)?.idempotent ?? false,
    benchmarks: openBenchmarks({ ...options, router }),
    /** Loads the chat model and those that routing needs. */
    warmUp: (chatModel: ToolingOptions['routerModel'], signal: AbortSignal) =>
      startWarmUp({ ...options, chatModel, routerModel, embedders: [embedder], router, signal }),
    useTool: (request: ToolRequest) => useTool(deps, request),
  };
};
