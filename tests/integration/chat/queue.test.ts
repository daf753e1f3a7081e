import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (message: string, extra: object = {}) => app.post('/api/chat/stream', { message, ...extra });
const cancel = async (genId: string): Promise<boolean> =>
  (await (await app.post(`/api/chat/stream/${genId}/cancel`, {})).json()).ok;

type Running = {
  genId: string;
  conversationId: string;
  frames: Frame[];
  ended: Promise<void>;
  until(event: string): Promise<void>;
};

/** Reads on in the background. */
const start = async (message: string, extra: object = {}): Promise<Running> => {
  const frames: Frame[] = [];
  const iterator = framesOf(await ask(message, extra));
  const next = await iterator.next();
  if (next.done) throw new Error('no first frame');
  frames.push(next.value);
  const ended = (async () => {
    for await (const frame of iterator) frames.push(frame);
  })();
  const until = async (event: string) => {
    while (!frames.some((frame) => frame.event === event)) await sleep(5);
  };
  return { ...JSON.parse(next.value.data), frames, ended, until };
};

/** The quickest of a few, in milliseconds: a busy machine may hold one up, a mechanism that is too slow holds up all. */
const quickest = async (measure: () => Promise<number>, enough: number): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && best >= enough; attempt += 1) best = Math.min(best, await measure());
  return best;
};

/** From the cancel's departure to the close of the provider's socket. */
const cancelAndTime = async (turn: { genId: string }) => {
  const exchange = await app.ollama.exchange(app.ollama.exchanges.length - 1);
  const asked = performance.now();
  expect(await cancel(turn.genId)).toBe(true);
  await exchange.closed;
  return (exchange.closedAt ?? Number.POSITIVE_INFINITY) - asked;
};

describe('cancelling', () => {
  test('a running turn closes the provider’s socket within 100 ms, keeps the partial text, counts usage', async () => {
    const measure = async () => {
      const turn = await start('tokens=500 delay=10');
      await turn.until('token');
      const milliseconds = await cancelAndTime(turn);
      await turn.ended;
      expect(turn.frames.at(-1)).toMatchObject({ event: 'cancelled', data: JSON.stringify({ jobId: turn.genId }) });
      const { messages } = await (await app.fetch(`/api/chat/conversations/${turn.conversationId}`)).json();
      expect(messages[1]).toMatchObject({ role: 'assistant', content: textOf(turn.frames), interrupted: true });
      expect(await cancel(turn.genId)).toBe(false);
      const query = `{ turn(id: "${turn.genId}") { usage { promptTokens completionTokens estimated } } }`;
      const { usage } = (await (await app.post('/graphql', { query })).json()).data.turn;
      expect(usage).toMatchObject({ completionTokens: Math.ceil(textOf(turn.frames).length / 4), estimated: true });
      expect(usage.promptTokens).toBeGreaterThan(0);
      return milliseconds;
    };
    expect(await quickest(measure, 100)).toBeLessThan(100);
  });

  test('a silent provider is left at once, too', async () => {
    const measure = async () => {
      app.ollama.reply({ tokens: ['one'], ending: 'stall' });
      const turn = await start('silent');
      await turn.until('token');
      const milliseconds = await cancelAndTime(turn);
      await turn.ended;
      return milliseconds;
    };
    expect(await quickest(measure, 100)).toBeLessThan(100);
  });

  test('a waiting turn is cancelled where it stands; a dropped connection stops nothing', async () => {
    const running = await Promise.all([start('tokens=400 delay=10'), start('tokens=400 delay=10')]);
    await Promise.all(running.map((turn) => turn.until('token')));
    const waiting = await start('tokens=1');
    expect(await cancel(waiting.genId)).toBe(true);
    await waiting.ended;
    expect(waiting.frames.map(({ event }) => event)).toEqual(['gen', 'queue', 'cancelled']);
    for (const turn of running) await cancel(turn.genId);

    const dropped = new AbortController();
    const left = await app.post('/api/chat/stream', { message: 'tokens=20 delay=5' }, { signal: dropped.signal });
    const first = await framesOf(left).next();
    const { genId } = JSON.parse(first.done ? '{}' : first.value.data);
    dropped.abort();
    const again = await allFrames(await app.fetch(`/api/chat/stream/${genId}`));
    expect(again.at(-1)?.event).toBe('done');
  });
});

describe('the lane', () => {
  test('runs two at once, shows places that fall, and refuses a fourth that would wait', async () => {
    const running = await Promise.all([start('tokens=300 delay=10'), start('tokens=300 delay=10')]);
    await Promise.all(running.map((turn) => turn.until('token')));
    const waiting = [await start('tokens=1'), await start('tokens=1'), await start('tokens=1')];
    const refused = await ask('tokens=1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const turn of running) await cancel(turn.genId);
    await Promise.all(waiting.map((turn) => turn.ended));
    const places = waiting.map(({ frames }) =>
      frames.filter(({ event }) => event === 'queue').map(({ data }) => JSON.parse(data).position),
    );
    expect(places[0]).toEqual([1, 0]);
    expect(places[2]?.[0]).toBe(3);
    expect(places[2]?.at(-1)).toBe(0);
    expect([...(places[2] ?? [])].sort((a, b) => b - a)).toEqual(places[2]);
    const moved = waiting[2]?.frames.filter(({ event, id }) => event === 'queue' && id === '1') ?? [];
    expect(moved.length).toBeGreaterThan(1);
  });

  test('two turns of one conversation run one after the other', async () => {
    const first = await start('tokens=20 delay=10');
    const second = await start('tokens=1', { conversationId: first.conversationId });
    await Promise.all([first.ended, second.ended]);
    const { messages } = await (await app.fetch(`/api/chat/conversations/${first.conversationId}`)).json();
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    const prompt = app.ollama.exchanges.at(-1)?.body;
    expect(JSON.stringify(prompt)).toContain(textOf(first.frames).slice(0, 10));
  });

  test('deleting a conversation cancels its turn', async () => {
    const turn = await start('tokens=500 delay=10');
    await turn.until('token');
    const response = await app.fetch(`/api/chat/conversations/${turn.conversationId}`, { method: 'DELETE' });
    expect(await response.json()).toEqual({ ok: true });
    await turn.ended;
    expect(turn.frames.at(-1)?.event).toBe('cancelled');
    expect((await app.fetch(`/api/chat/conversations/${turn.conversationId}`)).status).toBe(404);
  });
});
