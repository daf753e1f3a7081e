import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';

const LONG = { timeout: 25_000 };

const request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  keep_alive: z.number().optional(),
  options: z.object({ num_ctx: z.number() }),
});

let letLoad = () => {};
const loading = new Promise<void>((resolve) => {
  letLoad = resolve;
});

describe('at boot', () => {
  let ollama: FakeModelServer;
  let app: TestApp;
  beforeAll(async () => {
    ollama = await startFakeOllama({ models: ['fake:latest', 'all-minilm:latest', 'chooser:latest'], loading });
    app = await startTestApp({ OLLAMA_URL: ollama.url, ROUTER_MODEL: 'chooser' });
  });
  afterAll(async () => {
    await app.close();
    await ollama.close();
  });

  it('the server answers while its models load', async () => {
    await expect.poll(() => ollama.lookUps.map(({ path }) => path), LONG).toContain('/api/chat');
    expect((await app.fetch('/api/me')).status).toBe(200);
    letLoad();
  });

  const loaded = async (model: string) => {
    const find = () =>
      ollama.lookUps
        .filter(({ path }) => path === '/api/chat')
        .map(({ body }) => request.parse(body))
        .find((one) => one.model === model && one.keep_alive !== undefined);
    await expect.poll(find, LONG).toBeDefined();
    return request.parse(find());
  };

  it('the chat model has read what a first turn begins with, byte for byte', async () => {
    const warm = await loaded('fake:latest');
    await (await app.post('/api/chat/stream', { message: 'How are the tides?' })).text();
    const first = request.parse((await ollama.exchange()).body);
    const [read, sent] = [warm, first].map(({ messages }) => {
      expect(messages[0]?.role).toBe('system');
      return Buffer.from(messages[0]?.content ?? '');
    });
    expect(read?.toString()).toMatch(/^Today is \w+.* \d{4}\.$/);
    expect(sent?.subarray(0, read?.length)).toEqual(read);
    expect(sent?.toString()).toContain('You are speaking with admin.');
    // Of another window the model would be loaded once more.
    expect([first.model, first.options.num_ctx]).toEqual([warm.model, warm.options.num_ctx]);
    expect(warm).toMatchObject({ keep_alive: -1, messages: [{}, { role: 'user', content: 'hi' }] });
  });

  it('the models that route are loaded, and kept', async () => {
    expect(await loaded('chooser:latest')).toMatchObject({ messages: [], keep_alive: -1 });
    const body = { model: 'all-minilm', input: [], keep_alive: -1 };
    await expect.poll(() => ollama.lookUps, LONG).toContainEqual({ path: '/api/embed', body });
  });
});
