import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Reads until the stream ends, or breaks off since the server has gone. */
const readOn = async (frames: AsyncGenerator<Frame>, seen: Frame[]): Promise<'ended' | 'broke off'> => {
  try {
    for await (const frame of frames) seen.push(frame);
    return 'ended';
  } catch {
    return 'broke off';
  }
};

type Asked = { readonly seen: Frame[]; readonly ended: ReturnType<typeof readOn>; readonly genId: string };

/** Asks, and reads until so many tokens have come. */
const ask = async ({ post }: TestApp, message: string, tokens: number): Promise<Asked> => {
  const seen: Frame[] = [];
  const ended = readOn(framesOf(await post('/api/chat/stream', { message })), seen);
  while (seen.filter(({ event }) => event === 'token').length < tokens || seen.length === 0) await sleep(5);
  return { seen, ended, genId: JSON.parse(seen[0]?.data ?? '{}').genId };
};

describe('a stop by SIGTERM', () => {
  test('leaves running turns to the next start, which writes on where they stopped; waiting ones keep their place', async () => {
    app = await startTestApp({ QUEUE_LIMITS: 'chat=2' });
    const running = await ask(app, 'tokens=120 delay=10', 1);
    const stalled = await ask(app, '/script tokens=3 stall', 3);
    const waiting = await ask(app, 'tokens=3', 0);
    await app.restart();
    const ends = await Promise.all([running.ended, stalled.ended, waiting.ended]);
    expect(ends).toEqual(ends.map(() => 'broke off'));

    const { seen, genId } = running;
    expect(seen.at(-1)?.event).toBe('token');
    const since = Number(seen.at(-1)?.id) + 1;
    const rest = await allFrames(await app.fetch(`/api/chat/stream/${genId}?since=${since}`));
    // What comes next in the log is that the turn was taken up again: before it stopped the server has shown the rest.
    expect(Number(rest[0]?.id)).toBeGreaterThan(since);
    const frames = [...seen, ...rest];
    const whole = Array.from({ length: 120 }, (_, n) => `word${n} `).join('');
    expect(textOf(frames)).toBe(whole);
    expect(frames.filter(({ event }) => ['done', 'error', 'cancelled'].includes(event))).toHaveLength(1);
    expect((await allFrames(await app.fetch(`/api/chat/stream/${waiting.genId}`))).at(-1)?.event).toBe('done');
    const { conversationId } = JSON.parse(seen[0]?.data ?? '{}');
    const { messages } = await (await app.fetch(`/api/chat/conversations/${conversationId}`)).json();
    expect(messages[1]).toMatchObject({ content: whole, interrupted: false });

    expect(await (await app.post(`/api/chat/stream/${stalled.genId}/cancel`, {})).json()).toEqual({ ok: true });
    const stopped = await allFrames(await app.fetch(`/api/chat/stream/${stalled.genId}`));
    expect(stopped.map(({ event }) => event)).toEqual([
      'gen',
      'queue',
      'queue',
      'token',
      'token',
      'token',
      'cancelled',
    ]);
  });

  test('where the model cannot continue, an answer ends as interrupted, and one without text is asked for again', async () => {
    app = await startTestApp({ QUEUE_LIMITS: 'chat=2' }, { continues: false });
    const stalled = await ask(app, '/script tokens=3 stall', 3);
    const silent = await ask(app, 'tokens=3 wait=400 reasoning=2', 0);
    await app.ollama.exchange(1);
    await app.restart();
    await Promise.all([stalled.ended, silent.ended]);

    const frames = await allFrames(await app.fetch(`/api/chat/stream/${stalled.genId}`));
    expect(frames.at(-1)).toMatchObject({ event: 'error', data: '"interrupted"' });
    const { conversationId } = JSON.parse(frames[0]?.data ?? '{}');
    const { messages } = await (await app.fetch(`/api/chat/conversations/${conversationId}`)).json();
    expect(messages[1]).toMatchObject({ content: textOf(stalled.seen), interrupted: true });
    const again = await allFrames(await app.fetch(`/api/chat/stream/${silent.genId}`));
    expect(again.at(-1)?.event).toBe('done');
    expect(textOf(again)).toBe('word0 word1 word2 ');
  });
});

test('a turn that was taken up three times is not taken up again: its text stays', async () => {
  app = await startTestApp();
  const { genId, ended } = await ask(app, '/script tokens=3 stall', 3);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    // The model is asked in every attempt.
    await app.ollama.exchange(attempt - 1);
    await app.restart();
  }
  await ended;
  const frames = await allFrames(await app.fetch(`/api/chat/stream/${genId}`));
  expect(textOf(frames)).toBe('word0 word1 word2 ');
  expect(frames.at(-1)).toMatchObject({ event: 'error', data: '"interrupted"' });
  const query = `{ turn(id: "${genId}") { status attempts pauses { mode } } }`;
  expect((await (await app.post('/graphql', { query })).json()).data.turn).toEqual({
    status: 'FAILED',
    attempts: 3,
    pauses: [{ mode: 'continue' }, { mode: 'continue' }],
  });
});

describe('the end of a stream’s time', () => {
  test('is 404 after CHAT_STREAM_GC_MS, while the conversation stays', async () => {
    app = await startTestApp({ CHAT_STREAM_GC_MS: '50' });
    const frames = await allFrames(await app.post('/api/chat/stream', { message: 'tokens=2' }));
    const { genId, conversationId } = JSON.parse(frames[0]?.data ?? '{}');
    await sleep(80);
    expect((await app.fetch(`/api/chat/stream/${genId}`)).status).toBe(404);
    expect((await app.fetch(`/api/chat/conversations/${conversationId}`)).status).toBe(200);
  });
});
