import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { chatBenchmarkStepSchema, modelStages } from '../../../schema/chat-benchmark.ts';
import { routerBenchmarkStepSchema } from '../../../schema/router-benchmark.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, framesOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // On a busy machine the first look at the model server may take too long, and the next comes with the next question.
  await vi.waitFor(async () => expect(await (await app.fetch('/api/health')).text()).toContain('"fake:latest"'), {
    timeout: 25_000,
    interval: 500,
  });
});
afterAll(() => app.close());

const CHAT = '/api/admin/chat-benchmark/stream';
const ROUTER = '/api/admin/router-benchmark/stream';
const prompt = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

/** Every frame is named by its step's type. */
const steps = async <T extends { type: string }>(path: string, schema: z.ZodType<T>) => {
  const frames = await allFrames(await app.fetch(path));
  return frames.map(({ event, data }) => {
    const step = schema.parse(JSON.parse(data));
    expect(event).toBe(step.type);
    return step;
  });
};
const all = <T extends { type: string }, K extends T['type']>(told: readonly T[], type: K) =>
  told.filter((step): step is Extract<T, { type: K }> => step.type === type);

describe('the chat benchmark', () => {
  it('asks the real model with one part of the prompt after the other, and tells each stage as it ends', async () => {
    const before = app.ollama.exchanges.length;
    const told = await steps(`${CHAT}?runs=1`, chatBenchmarkStepSchema);
    const measured = all(told, 'stage').map(({ measured: one }) => one);
    expect(measured.map(({ stage }) => stage)).toEqual([...modelStages]);
    for (const stage of measured)
      expect(stage).toMatchObject({ runs: 1, promptTokens: 26, prefillMs: 342.546, cacheHits: 0 });
    expect(told.at(-1)).toMatchObject({
      type: 'result',
      model: 'fake:latest',
      provider: 'ollama',
      embedder: 'embedded-wordnet',
    });

    const asked = app.ollama.exchanges.slice(before + 1).map(({ body }) => prompt.parse(body).messages);
    expect(asked.map((messages) => messages.map(({ role }) => role).join(' '))).toEqual([
      'user',
      'system user',
      'system user',
      `system ${'user assistant '.repeat(5)}user`,
      `system ${'user assistant '.repeat(5)}user`,
    ]);
    const [, system, memory, history, cached] = asked.map(([first]) => first?.content ?? '');
    expect(system).toMatch(/^Today is /);
    expect(system).not.toContain('Background context');
    expect(memory).toContain('[Background context about the user.');
    expect([history, asked[4]]).toEqual([cached, asked[3]]);
  });

  it('routes a message for each way that there is, and tells how far it is', async () => {
    const told = await steps(`${CHAT}?runs=1&model=fake`, chatBenchmarkStepSchema);
    const paths = all(told, 'routing').flatMap(({ routed }) => routed.map(({ path }) => path));
    expect(paths).toEqual(
      expect.arrayContaining(['greeting', 'contextual', 'search-intent', 'tier1', 'conversational']),
    );
    const progress = all(told, 'progress');
    expect(progress.map(({ done }) => done)).toEqual(progress.map((_, index) => index));
    expect(progress.at(-1)).toMatchObject({ done: progress.length - 1, total: progress.length - 1 });
  });

  it('says in safe words why it broke off', async () => {
    app.ollama.reply({ tokens: 2, ending: 'fail' });
    const frames = await allFrames(await app.fetch(CHAT));
    expect(frames.at(-1)).toMatchObject({ event: 'error', data: '{"error":"ollama reported an error"}' });
  });

  it('ends when its reader leaves, is alone until then, and may begin anew afterwards', async () => {
    const n = app.ollama.exchanges.length;
    app.ollama.reply({ tokens: 1, ending: 'stall' });
    const leaving = new AbortController();
    const running = await app.fetch(CHAT, { signal: leaving.signal });
    const exchange = await app.ollama.exchange(n);
    for (const path of [CHAT, ROUTER]) {
      const refused = await app.fetch(path);
      expect([refused.status, await refused.json()]).toEqual([
        409,
        { error: 'a benchmark runs already: two would measure each other' },
      ]);
    }
    await framesOf(running).next();
    leaving.abort();
    await exchange.closed;
    const again = async () => {
      const response = await app.fetch(`${CHAT}?runs=1`);
      await response.text();
      return response.status;
    };
    await expect.poll(again, { timeout: 10_000 }).toBe(200);
    expect(app.ollama.exchanges[n]?.sent).toHaveLength(1);
  });
});

describe('the router benchmark', () => {
  it('routes every message, with the model that is asked for where a model chooses', async () => {
    const told = await steps(`${ROUTER}?model=fake`, routerBenchmarkStepSchema);
    const last = told.at(-1);
    const progress = all(told, 'progress');
    if (last?.type !== 'result') throw new Error('no result');
    const { result } = last;
    expect(progress.map(({ done }) => done)).toEqual(progress.map((_, index) => index + 1));
    expect(progress.at(-1)).toMatchObject({ done: result.messages, total: result.messages });
    expect(result.confusion.reduce((sum, { count }) => sum + count, 0)).toBe(result.messages);
    expect(result.models).toEqual({ embedder: 'embedded-wordnet', router: 'fake:latest' });
    expect(result.calibration).not.toBeNull();
  });
});

describe('what is asked wrongly is refused', () => {
  it.each([
    [`${CHAT}?model=gone`, 'model must be one of'],
    [`${ROUTER}?model=gone`, 'model must be one of'],
    [`${CHAT}?runs=0`, 'runs'],
    [`${CHAT}?runs=many`, 'runs: a whole number from 1 to 20'],
    [`${ROUTER}?runs=3`, 'runs'],
  ])('%s', async (path, message) => {
    const response = await app.fetch(path);
    expect(response.status).toBe(400);
    expect((await response.json()).error).toContain(message);
  });
});
