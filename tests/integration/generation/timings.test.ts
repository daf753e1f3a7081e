import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sumOf } from '../../../schema/stages.ts';
import { createLog } from '../../../server/log.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames } from '../../support/sse-client.ts';

const line = z.object({ msg: z.string(), turnId: z.string().optional() });
const ended = z.object({ type: z.string(), data: z.object({ durations: z.record(z.string(), z.number()) }) });

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, {}, createLog('info', { write: (text) => void lines.push(text) }));
});
afterAll(() => app.close());

/** What the turn's end says of its stages, and what the log said when they were over. */
const timed = async (message: string) => {
  const started = performance.now();
  const [first] = await allFrames(await app.post('/api/chat/stream', { message }));
  const took = performance.now() - started;
  const { genId } = z.object({ genId: z.string() }).parse(JSON.parse(first?.data ?? ''));
  const events = await (await app.fetch(`/api/audit/turns/${genId}/events`)).text();
  const end = ended.parse(JSON.parse(events.trim().split('\n').at(-1) ?? ''));
  const told = () =>
    lines
      .map((text) => line.parse(JSON.parse(text)))
      .filter(({ turnId, msg }) => turnId === genId && msg.startsWith('[CHAT-TIMING]'))
      .map(({ msg }) => msg);
  const { durations } = end.data;
  await expect.poll(told).toEqual(Object.entries(durations).map(([stage, ms]) => `[CHAT-TIMING] ${stage} +${ms}ms`));
  return { type: end.type, stages: Object.keys(durations), sum: sumOf(durations), took };
};

describe('the end of a turn tells how long each of its stages took, and the log tells the same', () => {
  it('with a tool', async () => {
    const { type, stages, sum, took } = await timed('What is 17 * 23?');
    expect(type).toBe('TurnCompleted');
    expect(stages).toEqual(['queued', 'reading', 'routing', 'tool', 'context', 'firstToken', 'generation']);
    expect(sum).toBeLessThanOrEqual(took + stages.length);
  });

  it('without one', async () => {
    const { stages } = await timed('I had a rough day at work and want to talk about it');
    expect(stages).toEqual(['queued', 'reading', 'routing', 'context', 'firstToken', 'generation']);
  });

  it('up to the one in which it failed', async () => {
    app.ollama.reply({ status: 500, body: '{}' });
    const { type, stages } = await timed('hello');
    expect(type).toBe('TurnFailed');
    expect(stages).toEqual(['queued', 'reading', 'routing', 'context', 'firstToken']);
  });
});
