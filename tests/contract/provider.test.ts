import { expect, it } from 'vitest';
import { openProviders } from '../../server/providers/index.ts';
import type { FakeModelServer } from '../support/fake-model-server.ts';
import { startFakeOllama } from '../support/fake-ollama.ts';
import { startFakeOpenAi } from '../support/fake-openai.ts';
import { recordingLog } from '../support/generation.ts';
import { injected } from '../support/injected.ts';
import { type ProviderUnderTest, providerContract } from './provider.ts';

/** Every provider of the registry, each as the registry opens it, with a server behind it where it needs one. */
const servers = {
  openai: { start: startFakeOpenAi, model: 'fake-gpt' },
  ollama: { start: startFakeOllama, model: 'fake:latest' },
  scripted: { start: undefined, model: 'scripted' },
};

async function open(id: keyof typeof servers): Promise<ProviderUnderTest> {
  const { start, model } = servers[id];
  const server: FakeModelServer | undefined = await start?.();
  const nobody = 'http://127.0.0.1:9';
  const providers = openProviders(
    {
      ollamaUrl: id === 'ollama' && server ? server.url : nobody,
      openaiBaseUrl: id === 'openai' ? server?.url : undefined,
    },
    { log: recordingLog(), ...injected, signal: new AbortController().signal },
  );
  return {
    ...(await providers.resolve(model)),
    ...(server && {
      closedAt: async (n: number) => (await server.exchange(n)).closed,
      streams: () => server.exchanges.length,
    }),
    close: async () => server?.close(),
  };
}

for (const id of ['openai', 'ollama', 'scripted'] as const) providerContract(id, () => open(id));

it('covers every provider of the registry', async () => {
  const nobody = 'http://127.0.0.1:9';
  const providers = openProviders(
    { ollamaUrl: nobody, openaiBaseUrl: nobody },
    { log: recordingLog(), ...injected, signal: new AbortController().signal },
  );
  const { providers: registered } = await providers.health();
  expect(registered.map(({ id }) => id)).toEqual(Object.keys(servers));
});
