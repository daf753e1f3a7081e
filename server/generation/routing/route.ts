import type { EventData } from '../../../schema/events/index.ts';
import type { Time } from '../../time.ts';
import type { Tool } from '../../tools/tool.ts';
import type { PastMessage } from '../context.ts';
import type { RouteIndex } from './route-index.ts';
import { CONTEXTUAL_RE, GREETING_RE, SEARCH_INTENT_RE } from './rules.ts';
import { CONVERSATIONAL_THRESHOLD, SIMILARITY_THRESHOLD, thresholds } from './thresholds.ts';
import type { ChooseTool } from './tier2.ts';

const TIER2_TOP_N = 5;

export type Routed = EventData<'TurnRouted'>;
export type Route = { readonly routed: Routed; readonly call: { readonly tool: Tool; readonly args: unknown } | null };

type RouterDeps = Pick<Time, 'elapsed'> & {
  /** Those the user may use. */
  readonly tools: readonly Tool[];
  readonly index: RouteIndex;
  readonly choose: ChooseTool;
};

type Asked = {
  readonly message: string;
  readonly history: readonly PastMessage[];
  readonly now: Date;
  readonly timeZone: string;
  readonly signal: AbortSignal;
};

const explain = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decides whether a message calls a tool, which, and with what arguments. Never fails a turn: at worst there is no tool. */
export const routePrompt = async ({ tools, index, choose, elapsed }: RouterDeps, asked: Asked): Promise<Route> => {
  const started = elapsed();
  const { message, history, signal } = asked;
  let scores: readonly { tool: string; score: number }[] = [];
  let router: string | null = null;

  const routed = (path: Routed['path'], why: string, call: Route['call'] = null): Route => ({
    call,
    routed: {
      tool: call?.tool.id ?? null,
      path,
      score: scores.find(({ tool }) => tool === call?.tool.id)?.score ?? scores[0]?.score ?? null,
      candidates: scores.slice(0, TIER2_TOP_N).map(({ tool, score }) => ({ tool, score })),
      why,
      thresholds,
      models: { embedder: index.model, router },
      milliseconds: Math.round((elapsed() - started) * 1000) / 1000,
    },
  });

  const toolOf = (id: string) => tools.find((tool) => tool.id === id);
  const search = toolOf('search');

  /** The model chooses among these and fills in the arguments. */
  const tier2 = async (path: Routed['path'], candidates: readonly Tool[], why: string): Promise<Route> => {
    const chosen = await choose({ tools: candidates, message, history, signal });
    router = chosen.model;
    if ('none' in chosen) return routed(chosen.degraded ? 'degraded' : path, `${why}; ${chosen.none}`);
    return routed(path, why, { tool: chosen.tool, args: chosen.args });
  };

  if (GREETING_RE.test(message.trim())) return routed('greeting', 'a greeting asks for nothing');
  if (search && CONTEXTUAL_RE.test(message.trim())) {
    return tier2('contextual', [search], 'it asks to look up what was talked about');
  }
  if (search && SEARCH_INTENT_RE.test(message.trim())) {
    const args = search.fromMessage(message, asked);
    return routed('search-intent', 'it asks for facts about a topic', { tool: search, args });
  }
  try {
    scores = await index.score(message, new Set(tools.map(({ id }) => id)), signal);
  } catch (error) {
    signal.throwIfAborted();
    return routed('degraded', `the message could not be embedded: ${explain(error)}`);
  }
  const best = scores[0];
  const bestTool = best && toolOf(best.tool);
  if (!bestTool || best.score < CONVERSATIONAL_THRESHOLD) return routed('conversational', 'nothing scores high enough');
  if (best.score >= SIMILARITY_THRESHOLD) {
    const args = bestTool.fromMessage(message, asked);
    if (args !== null) return routed('tier1', `${bestTool.id} scores high enough`, { tool: bestTool, args });
    return tier2('tier1-args', [bestTool], `${bestTool.id} scores high enough; its arguments are not in plain sight`);
  }
  const candidates = scores.slice(0, TIER2_TOP_N).flatMap(({ tool }) => toolOf(tool) ?? []);
  if (search && !candidates.includes(search)) candidates.push(search);
  return tier2('tier2', candidates, 'several tools could be meant');
};
