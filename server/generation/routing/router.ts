import type { Embedder } from '../../providers/embedder.ts';
import type { Time } from '../../time.ts';
import type { Tool } from '../../tools/tool.ts';
import type { PastMessage } from '../context.ts';
import { calibration } from './embedded/calibration.ts';
import { EMBEDDED_MODEL, openEmbeddedIndex } from './embedded/index.ts';
import { type Route, routePrompt } from './route.ts';
import { type Calibration, openRouteIndex, type RouteIndex, type VectorCache } from './route-index.ts';
import type { ChooseTool } from './tier2.ts';

const PROBE_MS = 5 * 60_000;
const EMBED_TIMEOUT_MS = 10_000;

type RouterOptions = Pick<Time, 'now' | 'elapsed'> & {
  readonly tools: readonly Tool[];
  /** The embedding server's, where there may be one. */
  readonly embedder: Embedder;
  readonly cache: VectorCache;
  readonly choose: ChooseTool;
  readonly log: { info(obj: object, msg: string): void };
  readonly signal: AbortSignal;
};

type Request = {
  readonly message: string;
  readonly history: readonly PastMessage[];
  readonly timeZone: string;
  /** Ids of tools that must not be used. */
  readonly disabled: readonly string[];
  /** In place of the router's own. */
  readonly choose?: ChooseTool;
  readonly signal: AbortSignal;
};

/**
 * Routes messages with the embedding server's vectors, or, as long as none answers, with the embedded embedder. Its index is
 * made in the background; who asks before that waits for it.
 */
export const openRouter = ({ tools, embedder, cache, choose, now, elapsed, log, signal }: RouterOptions) => {
  const embedded = openEmbeddedIndex(tools, signal);
  embedded.catch(() => undefined);
  let served: RouteIndex | null = null;
  let probing: Promise<void> | null = null;
  let probedAt = Number.NEGATIVE_INFINITY;

  const probe = async () => {
    try {
      served = await openRouteIndex(
        tools,
        embedder,
        cache,
        AbortSignal.any([signal, AbortSignal.timeout(EMBED_TIMEOUT_MS)]),
      );
      log.info({ model: embedder.model }, 'messages are routed by the embedding server');
    } catch {
      served = null;
    }
    probedAt = elapsed();
    probing = null;
  };
  probing = probe();

  /** The server's index where it answers, else the embedded one's. */
  const index: RouteIndex = {
    get model() {
      return served?.model ?? EMBEDDED_MODEL;
    },
    get calibration() {
      return served ? served.calibration : calibration;
    },
    async score(message, wanted, asking) {
      if (served) {
        try {
          return await served.score(message, wanted, AbortSignal.any([asking, AbortSignal.timeout(EMBED_TIMEOUT_MS)]));
        } catch {
          asking.throwIfAborted();
          served = null;
        }
      }
      if (!probing && elapsed() - probedAt > PROBE_MS) probing = probe();
      return (await embedded).score(message, wanted, asking);
    },
  };

  return {
    route: ({ message, history, timeZone, disabled, choose: chosen, signal: asking }: Request): Promise<Route> => {
      const allowed = tools.filter(({ id }) => !disabled.includes(id));
      return routePrompt(
        { tools: allowed, index, choose: chosen ?? choose, elapsed },
        { message, history, now: now(), timeZone, signal: asking },
      );
    },
    /** Which embedder is in use: the server's model, or the embedded one. */
    embedder: () => index.model,
    /** True while no embedding server answers. */
    isEmbedded: () => served === null,
    /** How the scores of the one in use were put onto the thresholds. */
    calibration: (): Calibration | null => index.calibration,
    /** Asks the embedding server again where it did not answer: it may have loaded its model since. */
    async retry(): Promise<void> {
      await probing;
      if (served) return;
      probing ??= probe();
      await probing;
    },
    /** Resolves when both indexes have been made or given up. */
    ready: async () => {
      await probing;
      await embedded;
    },
    stopped: async () => {
      await Promise.allSettled([probing, embedded]);
    },
  };
};
export type Router = ReturnType<typeof openRouter>;
