import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe('a stop by SIGTERM', () => {
  test('records running turns as interrupted, gives readers their last frame, and lets waiting ones run after a restart', async () => {
    app = await startTestApp({ QUEUE_LIMITS: 'chat=1' });
    const running: Frame[] = [];
    const iterator = framesOf(await app.post('/api/chat/stream', { message: 'tokens=1000 delay=10' }));
    while (!running.some(({ event }) => event === 'token')) {
      const next = await iterator.next();
      if (!next.done) running.push(next.value);
    }
    const waiting = framesOf(await app.post('/api/chat/stream', { message: 'tokens=3' }));
    const first = await waiting.next();
    const { genId } = JSON.parse(first.done ? '{}' : first.value.data);

    const began = performance.now();
    const restarted = app.restart();
    for await (const frame of iterator) running.push(frame);
    expect(running.at(-1)).toMatchObject({ event: 'error', data: '"interrupted"' });
    await restarted;
    expect(performance.now() - began).toBeLessThan(10_000);

    const after = await allFrames(await app.fetch(`/api/chat/stream/${genId}`));
    expect(after.at(-1)?.event).toBe('done');
    const { conversationId } = JSON.parse(running[0]?.data ?? '{}');
    const { messages } = await (await app.fetch(`/api/chat/conversations/${conversationId}`)).json();
    expect(messages[1]).toMatchObject({ content: textOf(running), interrupted: true });
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
