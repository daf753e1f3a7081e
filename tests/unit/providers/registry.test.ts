import { afterEach, describe, expect, it } from 'vitest';
import { openProviders, type ProvidersConfig } from '../../../server/providers/index.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startFakeOpenAi } from '../../support/fake-openai.ts';
import { recordingLog } from '../../support/generation.ts';
import { injected } from '../../support/injected.ts';
import { listen } from '../../support/listen.ts';

const nobody = 'http://127.0.0.1:9';

describe('the registry of providers', () => {
  const running: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  });
  const keep = <Server extends { close(): Promise<void> }>(server: Server): Server => {
    running.push(server);
    return server;
  };
  const ollama = async (models: string[], port?: number) =>
    keep(await startFakeOllama(port === undefined ? { models } : { models, port }));

  function open(config: Partial<ProvidersConfig>, signal = new AbortController().signal) {
    const clock = { ms: 0 };
    const log = recordingLog();
    const deps = { ...injected, elapsed: () => clock.ms, log, signal, probeMs: 150 };
    return { providers: openProviders({ ollamaUrl: nobody, ...config }, deps), clock, log };
  }
  const chosen = async (config: Partial<ProvidersConfig>, asked?: string) => {
    const { provider, model } = await open(config).providers.resolve(asked);
    return `${provider.id}/${model}`;
  };

  it('falls back on the script where nobody answers', async () => {
    const { providers } = open({ openaiBaseUrl: nobody });
    expect(await providers.models()).toEqual([{ id: 'scripted', provider: 'scripted', isDefault: true }]);
    expect(await providers.health()).toEqual({
      default: { id: 'scripted', provider: 'scripted' },
      providers: [
        { id: 'openai', answers: false, models: 0 },
        { id: 'ollama', answers: false, models: 0 },
        { id: 'scripted', answers: true, models: 1 },
      ],
    });
  });

  it("takes the first of Ollama's models that can chat, and OpenAI's before them", async () => {
    const { url } = await ollama(['nomic-embed-text:latest', 'all-minilm:latest', 'llama3.2:latest', 'qwen3:8b']);
    const other = keep(await startFakeOpenAi({ models: ['text-embedding-3-small', 'gpt', 'qwen3:8b'], apiKey: 'key' }));
    const both = { ollamaUrl: url, openaiBaseUrl: other.url, openaiApiKey: 'key' };
    expect(await chosen({ ollamaUrl: url })).toBe('ollama/llama3.2:latest');
    expect(await chosen(both)).toBe('openai/gpt');
    expect(await chosen({ ...both, chatModel: 'llama3.2' })).toBe('ollama/llama3.2:latest');
    expect(await chosen(both, 'nomic-embed-text')).toBe('ollama/nomic-embed-text:latest');
    expect(await chosen(both, 'qwen3:8b')).toBe('openai/qwen3:8b');
    expect(await chosen(both, 'scripted')).toBe('scripted/scripted');
    const models = await open(both).providers.models();
    expect(models.map(({ id }) => id)).toEqual([
      'text-embedding-3-small',
      'gpt',
      'qwen3:8b',
      'nomic-embed-text:latest',
      'all-minilm:latest',
      'llama3.2:latest',
      'scripted',
    ]);
    expect(models.filter(({ isDefault }) => isDefault)).toEqual([{ id: 'gpt', provider: 'openai', isDefault: true }]);
  });

  it('asks for the configured model where it is not listed, rather than let a script answer', async () => {
    expect(await chosen({ chatModel: 'mine' })).toBe('ollama/mine');
    expect(await chosen({ chatModel: 'mine', openaiBaseUrl: nobody })).toBe('openai/mine');
    expect(await chosen({ chatModel: 'mine' }, 'mine')).toBe('ollama/mine');
    expect(await open({ chatModel: 'mine' }).providers.models()).toContainEqual({
      id: 'mine',
      provider: 'ollama',
      isDefault: true,
    });
  });

  it('refuses an unknown model and says which there are', async () => {
    const { url } = await ollama(['llama3.2:latest']);
    await expect(open({ ollamaUrl: url }).providers.resolve('gpt-9')).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'model must be one of llama3.2:latest, scripted',
      details: { accepted: ['llama3.2:latest', 'scripted'] },
    });
  });

  it('asks once for all that want to know, and again after ten seconds', async () => {
    let asked = 0;
    const server = keep(
      await listen((_, response) => {
        asked += 1;
        response.end(JSON.stringify({ models: [{ name: `model${asked}` }] }));
      }),
    );
    const { providers, clock } = open({ ollamaUrl: server.url });
    await Promise.all([providers.models(), providers.resolve(), providers.health()]);
    clock.ms = 9_999;
    expect((await providers.resolve()).model).toBe('model1');
    clock.ms = 10_000;
    expect((await providers.resolve()).model).toBe('model2');
    expect(asked).toBe(2);
  });

  it('notices a provider that comes and goes, and logs it once', async () => {
    const { url, close } = await startFakeOllama({ models: ['llama3.2'] });
    const { providers, clock, log } = open({ ollamaUrl: url });
    const answersAfter = async (ms: number) => {
      clock.ms += ms;
      return (await providers.resolve()).model;
    };
    expect(await answersAfter(0)).toBe('llama3.2');
    await close();
    expect(await answersAfter(10_000)).toBe('scripted');
    expect(await answersAfter(10_000)).toBe('scripted');
    await ollama(['llama3.2'], Number(new URL(url).port));
    expect(await answersAfter(10_000)).toBe('llama3.2');
    expect(log.lines).toEqual([
      { level: 'warn', message: 'the model provider does not answer' },
      { level: 'info', message: 'the model provider answers' },
    ]);
  });

  it('does not wait for a silent provider, and remembers what a slow one had', async () => {
    let silent = false;
    const server = keep(
      await listen((_, response) => {
        if (!silent) response.end('{"models":[{"name":"llama3.2"}]}');
      }),
    );
    const { providers, clock } = open({ ollamaUrl: server.url });
    expect((await providers.resolve()).model).toBe('llama3.2');
    silent = true;
    clock.ms = 10_000;
    const started = performance.now();
    expect((await providers.resolve()).model).toBe('llama3.2');
    expect(performance.now() - started).toBeLessThan(1_000);
    expect((await providers.health()).providers).toContainEqual({ id: 'ollama', answers: false, models: 1 });
    expect((await open({ ollamaUrl: server.url }).providers.resolve()).model).toBe('scripted');
  });

  it('lets nobody wait long for a new look while an old one is known', async () => {
    let answer: (() => void) | undefined;
    let isBusy = false;
    const server = keep(
      await listen((_, response) => {
        const send = (model: string) => response.end(JSON.stringify({ models: [{ name: model }] }));
        if (isBusy) answer = () => send('new');
        else send('old');
      }),
    );
    const waits: number[] = [];
    const clock = { ms: 0 };
    const providers = openProviders(
      { ollamaUrl: server.url },
      {
        ...injected,
        elapsed: () => clock.ms,
        sleep: async (ms) => void waits.push(ms),
        log: recordingLog(),
        signal: new AbortController().signal,
        probeMs: 30_000,
      },
    );
    const answering = async () => (await providers.resolve()).model;
    expect(await answering()).toBe('old');
    isBusy = true;
    clock.ms = 10_000;
    expect([await answering(), await answering()]).toEqual(['old', 'old']);
    expect(waits).toEqual([300]);
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await expect.poll(answering).toBe('new');
  });

  it('ends a probe with the process', async () => {
    let arrived = () => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let closed: Promise<unknown> | undefined;
    const server = keep(
      await listen((request) => {
        closed = new Promise((resolve) => request.socket.on('close', resolve));
        arrived();
      }),
    );
    const stop = new AbortController();
    const looking = open({ ollamaUrl: server.url }, stop.signal).providers.models();
    await asked;
    stop.abort();
    await closed;
    expect(await looking).toHaveLength(1);
  });
});
