import { inOneLine } from '../errors.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { GenerationOptions, PromptMessage, Provider } from '../providers/provider.ts';
import type { Time } from '../time.ts';
import { assembleContext } from './context.ts';
import { choiceOptions } from './routing/tier2.ts';
import { defaultOptions } from './style.ts';

/** As long as what is offered may be out of date. */
const LOOK_MS = 10_000;
const LOOKS = 6;
const NOBODY =
  'no language model is attached: the scripted model answers. Start Ollama where OLLAMA_URL points and pull a model, which is noticed at once, or restart with OPENAI_BASE_URL';

type Found = { provider: Provider; model: string };
type Resolve = () => Promise<Found>;

type WarmUpDeps = Pick<Time, 'now' | 'elapsed' | 'sleep'> & {
  readonly chatModel: Resolve;
  readonly routerModel: Resolve;
  /** Of every model that embeds messages. */
  readonly embedders: readonly Embedder[];
  /** Whoever routes may have asked in vain while its model was not loaded. */
  readonly router: { retry(): Promise<void> };
  readonly timeZone: string;
  readonly log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  readonly signal: AbortSignal;
};

/** What a first turn is before anything is known of who asks: its system message is where every turn's begins. */
const greeting = ({ now, timeZone }: WarmUpDeps) =>
  assembleContext({
    request: { text: 'hi', attachments: [], context: { timeZone } },
    history: { said: [], earlier: 0 },
    project: null,
    username: null,
    now: now(),
    options: defaultOptions,
  }).messages;

/**
 * Loads the models that a turn needs, in the background, so that the first turn doesn't wait for them; the chat model has
 * read by then what turns begin with. What cannot be loaded is loaded when it is needed. Ends with the signal.
 */
export const startWarmUp = (deps: WarmUpDeps) => {
  const { chatModel, routerModel, embedders, router, elapsed, sleep, log, signal } = deps;

  /** `isOffered`: somebody should have it. */
  const attempt = async (what: string, load: () => Promise<void>, isOffered = true): Promise<void> => {
    const started = elapsed();
    try {
      await load();
      if (!signal.aborted) log.info({ what, ms: Math.round(elapsed() - started) }, 'loaded ahead');
    } catch (error) {
      if (signal.aborted || !isOffered) return;
      log.warn({ what, why: inOneLine(error) }, 'could not be loaded ahead: it is loaded when it is needed');
    }
  };
  const load = async ({ provider, model }: Found, messages: readonly PromptMessage[], options: GenerationOptions) =>
    provider.load?.({ model, messages, options: { ...options, maxTokens: 1 } }, signal);

  /** A model server may start together with this one. */
  const attached = async (): Promise<Found> => {
    let found = await chatModel();
    for (let looks = 1; found.provider.speaks === false && looks < LOOKS; looks += 1) {
      await sleep(LOOK_MS, signal);
      signal.throwIfAborted();
      found = await chatModel();
    }
    return found;
  };
  const loadAll = async () => {
    const chat = await attached();
    const isAttached = chat.provider.speaks !== false;
    if (!isAttached) {
      log.info({}, NOBODY);
    } else {
      await attempt('the chat model', () => load(chat, greeting(deps), defaultOptions));
      await attempt("the router's model", async () => {
        const choosing = await routerModel();
        if (choosing.model !== chat.model) await load(choosing, [], choiceOptions);
      });
    }
    for (const embedder of embedders) {
      await attempt(embedder.model, async () => embedder.load?.(signal), isAttached);
    }
    await router.retry();
  };
  const running = loadAll().catch((error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'the models could not be loaded ahead');
  });
  return { stopped: () => running };
};
