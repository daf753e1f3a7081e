import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationStream, turnStream } from '../../../schema/streams.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { openSql } from '../../../server/sql/index.ts';
import { readOut } from '../../contract/event-store-support.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { injected } from '../../support/injected.ts';
import { framesOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { continues: true });
});
afterAll(() => app.close());

const openLog = async () => {
  const sql = await openSql({ dataDir: app.dataDir });
  const store = await openEventStore(sql, { log: pino({ level: 'silent' }), ...injected });
  return {
    store,
    async close() {
      await store.close();
      await sql.close();
    },
  };
};

test('a turn whose conversation went while nobody listened is cancelled at the next start', async () => {
  const frames = framesOf(await app.post('/api/chat/stream', { message: 'tokens=2000 delay=20' }));
  const { genId, conversationId } = JSON.parse((await frames.next()).value?.data ?? '');
  await app.restart(async () => {
    const { store, close } = await openLog();
    const deleted = { id: randomUUID(), type: 'ConversationDeleted', data: { by: 'admin' } };
    await store.append(conversationStream(conversationId), [deleted], { expectedRevision: 'stream_exists' });
    await close();
  });
  const reader = framesOf(await app.fetch(`/api/chat/stream/${genId}?since=0`));
  let last = '';
  for await (const { event } of reader) last = event ?? last;
  expect(last).toBe('cancelled');

  await app.restart(async () => {
    const { store, close } = await openLog();
    const events = await readOut(store.readStream(turnStream(genId)));
    expect(events.find(({ type }) => type === 'TurnCancelled')?.data).toMatchObject({
      why: 'the conversation was deleted',
    });
    await close();
  });
});
