import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeTurnEvent } from '../../../schema/events/decode.ts';
import { isTerminal } from '../../../schema/events/index.ts';
import { turnStream } from '../../../schema/streams.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { openPostgres } from '../../../server/sql/pg.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { injected } from '../../support/injected.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames, type Frame, framesOf } from '../../support/sse-client.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ DATABASE_URL: database.url, QUEUE_LIMITS: 'chat=8' });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const idOf = (frames: readonly Frame[]): string => JSON.parse(frames[0]?.data ?? '{}').genId;

/** The turn's events as another process reads them. */
const storedEvents = async (turnId: string) => {
  const sql = openPostgres(database.url);
  const store = await openEventStore(sql, { log: { warn: () => undefined }, ...injected });
  const events = [];
  for await (const recorded of store.readStream(turnStream(turnId))) {
    events.push({ revision: recorded.revision, event: decodeTurnEvent(recorded) });
  }
  await store.close();
  await sql.close();
  return events;
};

test('an answer without any delay keeps its tail, turn after turn', async () => {
  for (let round = 0; round < 40; round += 1) {
    const frames = await allFrames(await app.post('/api/chat/stream', { message: `tokens=${round} delay=0` }));
    expect(frames.filter(({ event }) => event === 'token')).toHaveLength(round);
    expect(frames.at(-1)?.event).toBe('done');
  }
});

test('two readers of one turn see the same frames, each its own', async () => {
  const first = framesOf(await app.post('/api/chat/stream', { message: 'tokens=50 delay=4' }));
  const head = await first.next();
  const frames = head.done ? [] : [head.value];
  const other = app.fetch(`/api/chat/stream/${idOf(frames)}`).then(allFrames);
  for await (const frame of first) frames.push(frame);
  expect(await other).toEqual(frames);
});

test('a cancelled turn keeps its usage; revisions have no gaps and there is one end, whenever the cancel comes', async () => {
  for (const wait of [0, 1, 2, 5, 10, 30]) {
    const frames: Frame[] = [];
    for await (const frame of framesOf(await app.post('/api/chat/stream', { message: 'tokens=30 delay=3' }))) {
      frames.push(frame);
      if (frames.length === wait + 1) void app.post(`/api/chat/stream/${idOf(frames)}/cancel`, {});
    }
    const stored = await storedEvents(idOf(frames));
    expect(stored.map(({ revision }) => revision)).toEqual(stored.map((_, index) => index));
    const ends = stored.flatMap(({ event }) => (event && isTerminal(event) ? [event] : []));
    expect(ends).toHaveLength(1);
    const generated = stored.filter(({ event }) => event?.type === 'TokenGenerated').length;
    if (generated > 0) expect(ends[0]?.data.usage?.completionTokens).toBeGreaterThan(0);
  }
});
