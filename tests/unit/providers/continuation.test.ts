import { expect, test } from 'vitest';
import { openProviders, type ProvidersConfig } from '../../../server/providers/index.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startFakeOpenAi } from '../../support/fake-openai.ts';
import { asking, recordingLog } from '../../support/generation.ts';

const nobody = 'http://127.0.0.1:9';
const open = (config: Partial<ProvidersConfig>) =>
  openProviders(
    { ollamaUrl: nobody, ...config },
    { log: recordingLog(), now: () => performance.now(), signal: new AbortController().signal },
  );

const servers = [
  ['ollama', 'fake:latest', startFakeOllama, (url: string) => ({ ollamaUrl: url })],
  ['openai', 'fake-gpt', startFakeOpenAi, (url: string) => ({ openaiBaseUrl: url })],
] as const;

test.each(servers)('%s is asked once for each model whether it continues', async (_, model, start, configOf) => {
  for (const continues of [true, false]) {
    const server = await start({ continues });
    const providers = open(configOf(server.url));
    const { provider } = await providers.resolve(model);
    const asked = asking(model, '');
    const both = [providers.canContinue(provider, asked), providers.canContinue(provider, asked)];
    expect(await Promise.all(both)).toEqual([continues, continues]);
    expect(await providers.canContinue(provider, asked)).toBe(continues);
    expect(server.exchanges).toHaveLength(1);
    await server.close();
  }
});

test.each(servers)(
  '%s that refuses cannot, and is not asked again; one that is away may be later',
  async (...server) => {
    const [, model, start, configOf] = server;
    const fake = await start();
    const providers = open(configOf(fake.url));
    const { provider } = await providers.resolve(model);
    await fake.close();
    expect(await providers.canContinue(provider, asking(model, ''))).toBe(false);
    const back = await start({ port: Number(new URL(fake.url).port) });
    expect(await providers.canContinue(provider, asking(model, ''))).toBe(true);
    expect(await providers.canContinue(provider, asking('another', ''))).toBe(false);
    const asked = back.exchanges.length;
    expect(await providers.canContinue(provider, asking('another', ''))).toBe(false);
    expect(back.exchanges).toHaveLength(asked);
    await back.close();
  },
);
