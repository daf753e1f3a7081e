import { TurnlogError } from '../errors.ts';
import type { Log } from './ollama.ts';
import type { GenerationRequest, Provider } from './provider.ts';

const PROBE_MS = 60_000;
const ASKED =
  'Write the capital letters from A to Z in their order, with one blank between two of them, and nothing else.';
const BEGUN = 'A B C D E F G';
const NEXT = 'H';

type Asked = Pick<GenerationRequest, 'model' | 'options'>;

/** The options stay those of the real request: a server might load the model anew for another window. */
const tryIt = async (provider: Provider, { model, options }: Asked, signal: AbortSignal): Promise<boolean> => {
  const request: GenerationRequest = {
    model,
    continues: true,
    messages: [
      { role: 'user', content: ASKED },
      { role: 'assistant', content: BEGUN },
    ],
    options: { ...options, temperature: 0, maxTokens: 8 },
  };
  let said = '';
  for await (const piece of provider.generate(request, signal)) {
    if (piece.kind === 'text') said = (said + piece.text).trimStart();
    if (said !== '') break;
  }
  return said.startsWith(NEXT);
};

/**
 * Whether a model goes on with an answer that was begun. A model is asked to, once: one that begins anew, or whose server
 * refuses, cannot. What could not be found out is tried again the next time, and is a no until then.
 */
export const openContinuation = ({ log, signal }: { log: Log; signal: AbortSignal }) => {
  const known = new Map<string, Promise<boolean | null>>();

  const find = async (provider: Provider, asked: Asked): Promise<boolean | null> => {
    try {
      return await tryIt(provider, asked, AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]));
    } catch (error) {
      log.warn({ provider: provider.id, model: asked.model, err: error }, 'a model did not continue what was begun');
      return error instanceof TurnlogError && !error.retryable ? false : null;
    }
  };

  return async (provider: Provider, asked: Asked): Promise<boolean> => {
    if (provider.continues !== 'some') return provider.continues === 'always';
    const key = `${provider.id} ${asked.model}`;
    const finding = known.get(key) ?? find(provider, asked);
    known.set(key, finding);
    const found = await finding;
    if (found === null && known.get(key) === finding) known.delete(key);
    return found === true;
  };
};
