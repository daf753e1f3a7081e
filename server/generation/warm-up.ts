import type { Embedder } from '../providers/embedder.ts';
import type { GenerationOptions, PromptMessage, Provider } from '../providers/provider.ts';
import { assembleContext } from './context.ts';
import { choiceOptions } from './routing/tier2.ts';
import { defaultOptions } from './style.ts';

type Resolve = () => Promise<{ provider: Provider; model: string }>;

type WarmUpDeps = {
  readonly chatModel: Resolve;
  readonly routerModel: Resolve;
  /** Of every model that embeds messages. */
  readonly embedders: readonly Embedder[];
  /** Whoever routes may have asked in vain while its model was not loaded. */
  readonly router: { retry(): Promise<void> };
  readonly now: () => Date;
  readonly timeZone: string;
  readonly clock: () => number;
  readonly log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  readonly signal: AbortSignal;
};

/** What a first turn is before anything is known of who asks: its system message is where every turn's begins. */
const greeting = ({ now, timeZone }: WarmUpDeps) =>
  assembleContext({
    request: { text: 'hi', attachments: [], context: { timeZone } },
    history: [],
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
  const { chatModel, routerModel, embedders, router, clock, log, signal } = deps;

  const warm = async (model: string, load: Promise<void> | undefined): Promise<void> => {
    if (!load) return;
    const started = clock();
    try {
      await load;
      log.info({ model, ms: Math.round(clock() - started) }, 'a model is loaded');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, model }, 'a model could not be loaded ahead');
    }
  };
  const load = (
    { provider, model }: Awaited<ReturnType<Resolve>>,
    messages: readonly PromptMessage[],
    options: GenerationOptions,
  ) => warm(model, provider.load?.({ model, messages, options: { ...options, maxTokens: 1 } }, signal));

  const chooser = async () => {
    const [chat, choosing] = await Promise.all([chatModel(), routerModel()]);
    await Promise.all([
      load(chat, greeting(deps), defaultOptions),
      ...(choosing.model === chat.model ? [] : [load(choosing, [], choiceOptions)]),
    ]);
  };
  const vectors = async () => {
    await Promise.all(embedders.map((embedder) => warm(embedder.model, embedder.load?.(signal))));
    if (!signal.aborted) await router.retry();
  };
  const running = Promise.all([chooser(), vectors()]).then(
    () => undefined,
    (error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the models could not be loaded ahead');
    },
  );
  return { stopped: () => running };
};
