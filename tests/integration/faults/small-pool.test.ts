import { expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames } from '../../support/sse-client.ts';

const TURNS = 50;

test('no connection is held while a model streams: with two of them fifty turns run', async () => {
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.searchParams.set('pool_size', '2');
  const app = await startTestApp({ DATABASE_URL: url.href, QUEUE_LIMITS: `chat=${TURNS}` });
  try {
    const running = Array.from({ length: TURNS }, async () =>
      allFrames(await app.post('/api/chat/stream', { message: 'tokens=40 delay=100' })),
    );
    const turns = await Promise.all(running);
    for (const frames of turns) {
      expect(frames.at(-1)?.event).toBe('done');
      expect(frames.filter(({ event }) => event === 'token')).toHaveLength(40);
    }
    const spans = app.ollama.exchanges.map(({ sent }) => [sent[0]?.at ?? 0, sent.at(-1)?.at ?? 0] as const);
    const atOnce = spans.map(([at]) => spans.filter(([start, end]) => start <= at && at <= end).length);
    expect(Math.max(...atOnce), 'streams at the same time').toBeGreaterThan(10);
  } finally {
    await app.close();
    await database.drop();
  }
});
