import { expect, test } from 'vitest';
import { openProviders, type ProvidersConfig } from '../../../server/providers/index.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startFakeOpenAi } from '../../support/fake-openai.ts';
import { asking, recordingLog } from '../../support/generation.ts';
import { injected } from '../../support/injected.ts';

const nobody = 'http://127.0.0.1:9';
const open = (config: Partial<ProvidersConfig>) =>
  openProviders(
    { ollamaUrl: nobody, ...config },
    { log: recordingLog(), ...injected, signal: new AbortController().signal },
  );

const servers = [
  ['ollama', 'fake:latest', startFakeOllama, (url: string) => ({ ollamaUrl: url })],
  ['openai', 'fake-gpt', startFakeOpenAi, (url: string) => ({ openaiBaseUrl: url })],
] as const;

const { options } = asking('', '');

test.each(servers)('%s is asked once for each model whether it continues', async (_, model, start, configOf) => {
  for (const continues of [true, false]) {
    const server = await start({ continues });
    const providers = open(configOf(server.url));
    const both = [providers.canContinue(model, options), providers.canContinue(model, options)];
    expect(await Promise.all(both)).toEqual([continues, continues]);
    expect(await providers.canContinue(model, options)).toBe(continues);
    expect(server.exchanges).toHaveLength(1);
    await server.close();
  }
});

test.each(servers)('%s that is away may continue later; one that refuses is asked once', async (...server) => {
  const [, model, start, configOf] = server;
  const fake = await start();
  const providers = open({ ...configOf(fake.url), chatModel: 'another' });
  await providers.models();
  await fake.close();
  expect(await providers.canContinue(model, options)).toBe(false);
  const back = await start({ port: Number(new URL(fake.url).port) });
  expect(await providers.canContinue(model, options)).toBe(true);
  expect(await providers.canContinue('another', options)).toBe(false);
  const asked = back.exchanges.length;
  expect(await providers.canContinue('another', options)).toBe(false);
  expect(back.exchanges).toHaveLength(asked);
  await back.close();
});

test('the script continues without being asked; a model that nobody offers does not', async () => {
  const providers = open({});
  expect(await providers.canContinue('scripted', options)).toBe(true);
  expect(await providers.canContinue('nobody', options)).toBe(false);
});
