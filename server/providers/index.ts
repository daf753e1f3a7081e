import { inOneLine, TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';
import { openContinuation } from './continuation.ts';
import { type Embedder, ollamaEmbedder, openaiEmbedder } from './embedder.ts';
import type { Timeouts } from './http-stream.ts';
import { createOllama, type Log } from './ollama.ts';
import { createOpenAi, withVersion } from './openai.ts';
import type { GenerationOptions, Model, Provider } from './provider.ts';
import { createScripted } from './scripted.ts';

export type ProvidersConfig = {
  readonly ollamaUrl: string;
  readonly openaiBaseUrl?: string | undefined;
  readonly openaiApiKey?: string | undefined;
  /** The model that answers where none is asked for. */
  readonly chatModel?: string | undefined;
};

export type ProvidersDeps = Pick<Time, 'elapsed' | 'sleep'> & {
  readonly log: Log;
  /** Ends probes under way; the process is going down. */
  readonly signal: AbortSignal;
  readonly timeouts?: Timeouts | undefined;
  /** The model set at run time, asked at each use; it wins over the configured one. */
  readonly chosenModel?: (() => string | null) | undefined;
  readonly probeMs?: number | undefined;
};

export type OfferedModel = Model & { readonly isDefault: boolean };

export type ProvidersHealth = {
  /** Who answers where no model is asked for. */
  readonly default: Model;
  readonly providers: readonly { readonly id: string; readonly answers: boolean; readonly models: number }[];
};

export type Providers = {
  /** Every model that can be asked for, exactly one of them the default. Looked for again every 10 seconds; never rejects. */
  models(): Promise<readonly OfferedModel[]>;
  /** @throws TurnlogError VALIDATION for a model that isn't offered; `details.accepted` lists those that are. */
  resolve(model?: string): Promise<{ readonly provider: Provider; readonly model: string }>;
  /** Whether the model goes on with an answer that was begun; tried once for each model. Never rejects. */
  canContinue(model: string, options: GenerationOptions): Promise<boolean>;
  health(): Promise<ProvidersHealth>;
  /** Vectors of the server that is asked first: the OpenAI-compatible one where it is configured, else Ollama. */
  embedder(model: string): Embedder;
};

const cacheMs = 10_000;
/** How long whoever asks waits for a new look, where an earlier one is known. */
const patienceMs = 300;
const lastResort: Model = { id: 'scripted', provider: 'scripted' };

/** Names of models that are served beside chat models and cannot chat: never chosen unless asked for. */
const notForChat = /embed|minilm|rerank|whisper|tts|transcribe|dall-e|moderation/i;

/**
 * The providers in their order of preference: the OpenAI-compatible one where it is configured, Ollama, and the script,
 * which always answers. One that can't be reached offers nothing.
 */
export function openProviders(config: ProvidersConfig, deps: ProvidersDeps): Providers {
  const { log, elapsed, signal, sleep, timeouts, chosenModel, probeMs = 5_000 } = deps;
  const { openaiBaseUrl: baseUrl, openaiApiKey: apiKey, chatModel } = config;
  const ollama = createOllama({ url: config.ollamaUrl, log, timeouts });
  const openai = baseUrl === undefined ? undefined : createOpenAi({ baseUrl, apiKey, timeouts });
  const providers = [...(openai ? [openai] : []), ollama, createScripted({ sleep })];
  const continuation = openContinuation({ log, signal });
  const known = new Map<string, Listing>();
  let last: Found | undefined;
  let looking: { readonly since: number; readonly ready: Promise<void> } | undefined;

  async function probe(provider: Provider): Promise<Listing> {
    const before = known.get(provider.id);
    const quick = AbortSignal.any([signal, AbortSignal.timeout(probeMs)]);
    let listing: Listing;
    try {
      listing = { provider, answers: true, models: await provider.models(quick) };
    } catch (err) {
      // Slow is not gone: a server busy with an answer keeps the models it was known to have.
      listing = { provider, answers: false, models: quick.aborted ? (before?.models ?? []) : [] };
      const line = { provider: provider.id, why: inOneLine(err) };
      if (before?.answers) log.warn(line, 'the model provider does not answer');
      else if (!before) log.info(line, 'the model provider does not answer yet: its models are offered once it does');
    }
    if (listing.answers && before?.answers === false) log.info({ provider: provider.id }, 'the model provider answers');
    known.set(provider.id, listing);
    return listing;
  }

  async function look(): Promise<void> {
    const listings = await Promise.all(providers.map(probe));
    const seen = new Set<string>();
    const models = listings.flatMap((from) => from.models).filter(({ id }) => !seen.has(id) && seen.add(id));
    last = { listings, models };
  }

  /** Looks again. Ready when that is done, or has taken so long that what is known will have to do. */
  async function lookAgain(): Promise<void> {
    const looked = look();
    if (!last) return looked;
    const done = new AbortController();
    await Promise.race([looked, sleep(patienceMs, AbortSignal.any([signal, done.signal]))]);
    done.abort();
  }

  async function offer(): Promise<Offer> {
    if (!looking || elapsed() - looking.since >= cacheMs) looking = { since: elapsed(), ready: lookAgain() };
    await looking.ready;
    const { listings, models: found } = last ?? nothing;
    const models = [...found];
    // What somebody named is asked for even where it isn't listed, so that its failure is seen.
    const name = chosenModel?.() ?? chatModel;
    const configured = name === undefined ? undefined : { id: name, provider: (openai ?? ollama).id };
    const preferred =
      (configured && (named(models, configured.id) ?? configured)) ??
      models.find(({ id }) => !notForChat.test(id)) ??
      lastResort;
    if (!models.includes(preferred)) models.unshift(preferred);
    return { listings, models, preferred };
  }

  return {
    async models() {
      const { models, preferred } = await offer();
      return models.map((model) => ({ ...model, isDefault: model === preferred }));
    },
    async resolve(asked) {
      const { models, preferred } = await offer();
      const model = asked === undefined ? preferred : named(models, asked);
      const provider = providers.find(({ id }) => id === model?.provider);
      if (model && provider) return { provider, model: model.id };
      const accepted = models.map(({ id }) => id);
      throw new TurnlogError('VALIDATION', `model must be one of ${accepted.join(', ')}`, { details: { accepted } });
    },
    async canContinue(model, options) {
      const { models } = await offer();
      const found = named(models, model);
      const provider = providers.find(({ id }) => id === found?.provider);
      return found !== undefined && provider !== undefined && continuation(provider, { model: found.id, options });
    },
    embedder: (model) =>
      baseUrl === undefined
        ? ollamaEmbedder(config.ollamaUrl, model)
        : openaiEmbedder(withVersion(baseUrl), model, apiKey),
    async health() {
      const { listings, preferred } = await offer();
      return {
        default: preferred,
        providers: listings.map(({ provider, answers, models }) => ({
          id: provider.id,
          answers,
          models: models.length,
        })),
      };
    },
  };
}

type Listing = { readonly provider: Provider; readonly answers: boolean; readonly models: readonly Model[] };
type Found = { readonly listings: readonly Listing[]; readonly models: readonly Model[] };
const nothing: Found = { listings: [], models: [] };
type Offer = Found & { readonly preferred: Model };

/** Ollama means the tag `latest` where none is named. */
function named(models: readonly Model[], name: string): Model | undefined {
  return models.find(({ id }) => id === name) ?? models.find(({ id }) => id === `${name}:latest`);
}
