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
import { injected } from '../../support/injected.ts';

let fake: FakeModelServer;
let log: ReturnType<typeof recordingLog>;
beforeEach(async () => {
  fake = await startFakeOllama({ models: ['here:latest'] });
  log = recordingLog();
});
afterEach(() => fake.close());

const warmUp = (
  models: readonly Provider[],
  { model = 'here', embedders = [] as Embedder[], signal = new AbortController().signal } = {},
) => {
  const retried: number[] = [];
  let looks = 0;
  const at = (n: number) => ({ provider: models[Math.min(n, models.length - 1)] ?? createScripted(injected), model });
  const { stopped } = startWarmUp({
    chatModel: async () => at(looks++),
    routerModel: async () => at(looks),
    embedders,
    router: { retry: async () => void retried.push(log.lines.length) },
    sleep: async () => undefined,
    now: () => new Date('2030-01-01T00:00:00Z'),
    timeZone: 'Europe/Berlin',
    elapsed: () => 0,
    log,
    signal,
  });
  return { stopped, retried, looks: () => looks };
};
const ollama = () => createOllama({ url: fake.url, log });
const embedder = (load: NonNullable<Embedder['load']>): Embedder => ({ model: 'vectors', embed: async () => [], load });
const told = () => log.lines.map(({ level, message }) => `${level} ${message}`);

describe('the warm-up', () => {
  it('loads a model that chats and routes once', async () => {
    await warmUp([ollama()]).stopped();
    expect(fake.lookUps).toHaveLength(1);
    expect(told()).toEqual(['info loaded ahead', 'info loaded ahead']);
  });

  it('looks again while no model server answers, and then loads', async () => {
    await warmUp([createScripted(injected), createScripted(injected), ollama()]).stopped();
    expect(fake.lookUps).toHaveLength(1);
  });

  it('gives up looking where there is none', async () => {
    const { stopped, looks } = warmUp([createScripted(injected)]);
    await stopped();
    expect([looks(), told()]).toEqual([6, [expect.stringMatching(/^info no language model is attached/)]]);
  });

  it('says once, without a warning, that no model is attached and none is there for vectors either', async () => {
    const away = embedder(() => Promise.reject(new Error('refused')));
    await warmUp([createScripted(injected)], { embedders: [away] }).stopped();
    expect(told()).toEqual([expect.stringMatching(/^info no language model is attached.*OLLAMA_URL.*OPENAI_BASE_URL/)]);
  });

  it('warns of what it cannot load, fails nobody, and loads the rest', async () => {
    const loaded: string[] = [];
    const vectors = embedder(async () => void loaded.push('vectors'));
    await warmUp([ollama()], { model: 'gone', embedders: [vectors] }).stopped();
    expect(told()).toEqual([
      'warn could not be loaded ahead: it is loaded when it is needed',
      'info loaded ahead',
      'info loaded ahead',
    ]);
    expect(loaded).toEqual(['vectors']);
  });

  it('has the router ask again once the vectors are there', async () => {
    const { stopped, retried } = warmUp([createScripted(injected)], { embedders: [embedder(async () => undefined)] });
    await stopped();
    expect(retried).toEqual([2]);
  });

  it('ends with the signal, and is quiet then', async () => {
    const leaving = new AbortController();
    const never = embedder(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', reject);
          leaving.abort();
        }),
    );
    await warmUp([createScripted(injected)], { embedders: [never], signal: leaving.signal }).stopped();
    expect(told()).toEqual([expect.stringMatching(/^info no language model/)]);
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
      elapsed: () => 0,
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
