import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRouter } from '../../../server/generation/routing/router.ts';
import { startWarmUp } from '../../../server/generation/warm-up.ts';
import type { Embedder } from '../../../server/providers/embedder.ts';
import { createOllama } from '../../../server/providers/ollama.ts';
import type { Provider } from '../../../server/providers/provider.ts';
import { createScripted } from '../../../server/providers/scripted.ts';
import { tools } from '../../../server/tools/index.ts';
import { embedWords } from '../../support/fake-embeddings.ts';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { recordingLog } from '../../support/generation.ts';

let fake: FakeModelServer;
let log: ReturnType<typeof recordingLog>;
beforeEach(async () => {
  fake = await startFakeOllama({ models: ['here:latest'] });
  log = recordingLog();
});
afterEach(() => fake.close());

const warmUp = (
  chat: Provider,
  { model = 'here', embedders = [] as Embedder[], signal = new AbortController().signal },
) => {
  const retried: string[] = [];
  const resolve = async () => ({ provider: chat, model });
  const { stopped } = startWarmUp({
    chatModel: resolve,
    routerModel: resolve,
    embedders,
    router: { retry: async () => void retried.push(log.lines.map(({ message }) => message).join()) },
    now: () => new Date('2030-01-01T00:00:00Z'),
    timeZone: 'Europe/Berlin',
    clock: () => 0,
    log,
    signal,
  });
  return { stopped, retried };
};
const embedder = (load: Embedder['load']): Embedder => ({
  model: 'vectors',
  embed: async () => [],
  ...(load && { load }),
});

describe('the warm-up', () => {
  it('loads a model that chats and routes once', async () => {
    await warmUp(createOllama({ url: fake.url, log }), {}).stopped();
    expect(fake.lookUps).toHaveLength(1);
    expect(log.lines).toEqual([{ level: 'info', message: 'a model is loaded' }]);
  });

  it('has nothing to do where models are always there', async () => {
    await warmUp(createScripted(), {}).stopped();
    expect(log.lines).toEqual([]);
  });

  it('warns of what it cannot load, and fails nobody', async () => {
    await warmUp(createOllama({ url: fake.url, log }), { model: 'gone' }).stopped();
    expect(log.lines).toEqual([{ level: 'warn', message: 'a model could not be loaded ahead' }]);
  });

  it('has the router ask again once the vectors are there', async () => {
    const { stopped, retried } = warmUp(createScripted(), { embedders: [embedder(async () => undefined)] });
    await stopped();
    expect(retried).toEqual(['a model is loaded']);
  });

  it('ends with the signal, and is quiet then', async () => {
    const leaving = new AbortController();
    const never = embedder((signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)));
    const { stopped, retried } = warmUp(createScripted(), { embedders: [never], signal: leaving.signal });
    leaving.abort();
    await stopped();
    expect([log.lines, retried]).toEqual([[], []]);
  });
});

describe('the router', () => {
  it('routes by the embedding server once that has loaded its model', async () => {
    let isLoaded = false;
    const router = openRouter({
      tools,
      embedder: {
        model: 'vectors',
        async embed(texts) {
          if (!isLoaded) throw new Error('still loading');
          return embedWords(texts).map((vector) => Float32Array.from(vector));
        },
      },
      cache: { load: async () => new Map(), save: async () => undefined },
      choose: async () => ({ model: null, none: 'nobody is asked', degraded: true }),
      now: () => new Date(),
      clock: () => 0,
      log,
      signal: new AbortController().signal,
    });
    await router.ready();
    expect(router.embedder()).toBe('embedded-wordnet');
    isLoaded = true;
    await router.retry();
    expect(router.embedder()).toBe('vectors');
  });
});
