import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (body: object) => app.post('/api/chat/stream', body);
const opened = async (body: object): Promise<string> => {
  const [gen] = await allFrames(await ask({ message: 'tokens=1', ...body }));
  return JSON.parse(gen?.data ?? '{}').conversationId;
};
const conversation = async (id: string) => (await app.fetch(`/api/chat/conversations/${id}`)).json();

describe('what a message brings beside its words', () => {
  test('the character that a conversation was opened with stands in its row, and in the list', async () => {
    const characterId = 'captain-\u{1F980}';
    const id = await opened({ characterId });
    expect(await conversation(id)).toMatchObject({ id, characterId });
    const [row] = await (await app.fetch('/api/chat/conversations')).json();
    expect(row).toMatchObject({ id, characterId });
    await opened({ conversationId: id, characterId: 'another' });
    expect(await conversation(id)).toMatchObject({ characterId });
  });

  test('a field that is null is one that was left out', async () => {
    const nothing = { conversationId: null, characterId: null, projectId: null, uiContext: null, clientTz: null };
    const id = await opened({ ...nothing, attachments: null });
    expect(await conversation(id)).toMatchObject({ id, characterId: null, projectId: null });
  });

  test('five long attachments come whole; what no event holds is refused, and opens no conversation', async () => {
    const five = (text: string) => Array.from({ length: 5 }, (_, n) => ({ filename: `${n}.txt`, text }));
    const id = await opened({ attachments: five('é'.repeat(20_000)) });
    expect((await conversation(id)).messages).toHaveLength(2);
    const before = await (await app.fetch('/api/chat/conversations')).json();
    const refused = await ask({ message: 'Read these', attachments: five('漢'.repeat(20_000)) });
    expect(refused.status).toBe(400);
    expect((await refused.json()).error).toContain('245760 are accepted');
    expect(await (await app.fetch('/api/chat/conversations')).json()).toEqual(before);
  });

  test('what the contract sets no bound to may be long', async () => {
    const attachments = [{ filename: 'f'.repeat(1_000), text: 'read me' }];
    const id = await opened({ uiContext: 'u'.repeat(20_000), clientTz: 'z'.repeat(100), attachments });
    expect((await conversation(id)).messages).toHaveLength(2);
  });
});

test('an answer ends with the title that its conversation has by then', async () => {
  const frames: Frame[] = [];
  for await (const frame of framesOf(await ask({ message: 'tokens=30 delay=10' }))) {
    frames.push(frame);
    if (frame.event !== 'token' || frames.filter(({ event }) => event === 'token').length !== 1) continue;
    const { conversationId } = JSON.parse(frames[0]?.data ?? '{}');
    const body = JSON.stringify({ title: 'Renamed meanwhile' });
    const headers = { 'content-type': 'application/json' };
    await app.fetch(`/api/chat/conversations/${conversationId}`, { method: 'PATCH', headers, body });
  }
  expect(JSON.parse(frames.at(-1)?.data ?? '{}')).toMatchObject({ title: 'Renamed meanwhile' });
});
