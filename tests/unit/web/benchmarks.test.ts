import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benchmarkPath, confusionTable, sayMs, sayShare } from '../../../web/benchmarks/results.ts';
import { readSteps } from '../../../web/benchmarks/steps.ts';
import { listen } from '../../support/listen.ts';

describe('what a benchmark tells', () => {
  const step = z.discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), done: z.number() }),
    z.object({ type: z.literal('result'), result: z.string() }),
  ]);
  const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const read = async (status: number, body: string) => {
    const server = await listen((_, response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.end(body);
    });
    const steps: unknown[] = [];
    try {
      for await (const one of readSteps(`${server.url}/x`, step, new AbortController().signal)) steps.push(one);
      return { steps, error: null };
    } catch (error) {
      return { steps, error };
    } finally {
      await server.close();
    }
  };
  const progress = { type: 'progress', done: 1 };
  const result = { type: 'result', result: 'good' };

  it('is read step by step to its result', async () => {
    const { steps, error } = await read(200, `${frame('progress', progress)}: keepalive\n\n${frame('result', result)}`);
    expect([steps, error]).toEqual([[progress, result], null]);
  });

  it.each([
    ['its error', 200, frame('progress', progress) + frame('error', { error: 'ollama broke off' }), 'ollama broke off'],
    ['a refusal', 409, JSON.stringify({ error: 'a benchmark runs already' }), 'a benchmark runs already'],
    ['an end without a result', 200, frame('progress', progress), 'the benchmark broke off'],
  ])('ends with %s', async (_, status, body, message) => {
    expect((await read(status, body)).error).toMatchObject({ message });
  });
});

describe('the results', () => {
  it('are asked for with what was chosen', () => {
    expect(benchmarkPath('router', { model: '' })).toBe('/api/admin/router-benchmark/stream');
    expect(benchmarkPath('chat', { model: 'a b:1', runs: '3' })).toBe(
      '/api/admin/chat-benchmark/stream?model=a+b%3A1&runs=3',
    );
  });

  it('are said in the unit that suits them', () => {
    expect([0.042, 4.2, 12.4, 1_234].map(sayMs)).toEqual(['0.04 ms', '4.2 ms', '12 ms', '1.23 s']);
    expect(sayShare(0.9)).toBe('90.0 %');
  });

  it('stand in a table with the same order in both directions', () => {
    const tool = (name: string, messages: number) => ({ tool: name, messages, right: 0, called: 0, accuracy: 0 });
    const table = confusionTable({
      tools: [tool('weather', 4), tool('news', 2), tool('none', 1)],
      confusion: [
        { expected: 'news', routed: 'weather', count: 2 },
        { expected: 'weather', routed: 'weather', count: 3 },
        { expected: 'weather', routed: 'search', count: 1 },
        { expected: 'none', routed: 'none', count: 1 },
      ],
    });
    expect(table.columns).toEqual(['weather', 'none', 'search']);
    expect(table.rows.map(({ label, cells }) => [label, ...cells.map(({ count }) => count)])).toEqual([
      ['weather', 3, 0, 1],
      ['news', 2, 0, 0],
      ['none', 0, 1, 0],
    ]);
    expect(table.rows[0]?.cells[0]?.share).toBe(0.75);
  });
});
