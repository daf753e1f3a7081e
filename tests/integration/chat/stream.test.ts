import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = async (message: string, extra: object = {}, init?: RequestInit) =>
  app.post('/api/chat/stream', { message, ...extra }, init);
const gen = (frames: readonly Frame[]): { genId: string; conversationId: string; assistantMessageId: string } =>
  JSON.parse(frames[0]?.data ?? '{}');

describe('POST /api/chat/stream', () => {
  test('sends gen first, then the queue, the tokens and done, with rising ids', async () => {
    const response = await ask('tokens=12');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    });
    const frames = await allFrames(response);
    expect(frames[0]).toMatchObject({ event: 'gen', id: '0' });
    expect(frames[1]).toMatchObject({ event: 'queue', id: '1' });
    expect(frames.at(-1)?.event).toBe('done');
    expect(frames.filter(({ event }) => event === 'token')).toHaveLength(12);
    expect(JSON.parse(frames.at(-1)?.data ?? '')).toEqual({
      model: 'fake:latest',
      conversationId: gen(frames).conversationId,
      title: 'tokens=12',
    });
    const ids = frames.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  test('what was answered stands in the conversation, at once', async () => {
    const frames = await allFrames(await ask('tokens=5'));
    const { conversationId, assistantMessageId } = gen(frames);
    const conversation: { messages: { id: string; role: string; content: string; interrupted: boolean }[] } = await (
      await app.fetch(`/api/chat/conversations/${conversationId}`)
    ).json();
    expect(conversation.messages.map(({ role, content }) => ({ role, content }))).toEqual([
      { role: 'user', content: 'tokens=5' },
      { role: 'assistant', content: textOf(frames) },
    ]);
    expect(conversation.messages[1]).toMatchObject({ id: assistantMessageId, interrupted: false });
  });

  test.each([
    ['a blank message', { message: ' \n ' }],
    ['no message', {}],
    ['a long message', { message: 'x'.repeat(16_001) }],
    ['six attachments', { message: 'a', attachments: Array(6).fill({ filename: 'f', text: 't' }) }],
    ['a long attachment', { message: 'a', attachments: [{ filename: 'f', text: 'x'.repeat(20_001) }] }],
  ])('refuses %s with 400 and appends nothing', async (_, body) => {
    const before = await (await app.fetch('/api/health')).json();
    const response = await app.post('/api/chat/stream', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
    expect((await (await app.fetch('/api/health')).json()).store.head).toBe(before.store.head);
  });

  test('a conversation that is not the caller’s becomes a new one', async () => {
    const foreign = '01890000-0000-7000-8000-000000000000';
    const frames = await allFrames(await ask('tokens=1', { conversationId: foreign }));
    expect(gen(frames).conversationId).not.toBe(foreign);
  });

  test('the same Idempotency-Key joins the first turn; another body is refused', async () => {
    const init = { headers: { 'idempotency-key': 'k1' } };
    const [one, two] = await Promise.all(
      [ask('tokens=4', {}, init), ask('tokens=4', {}, init)].map(async (r) => allFrames(await r)),
    );
    expect(gen(two ?? [])).toEqual(gen(one ?? []));
    expect(textOf(two ?? [])).toBe(textOf(one ?? []));
    for (const other of [{}, { characterId: 'ada' }, { projectId: 'p' }]) {
      const message = Object.keys(other).length === 0 ? 'tokens=5' : 'tokens=4';
      const refused = await ask(message, other, init);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toEqual({ error: expect.stringContaining('another body') });
    }
  });

  test('the same Idempotency-Key joins the first turn also where its conversation was deleted since', async () => {
    const { conversationId } = gen(await allFrames(await ask('tokens=1')));
    const init = { headers: { 'idempotency-key': 'k2' } };
    const first = await allFrames(await ask('tokens=2', { conversationId }, init));
    await app.fetch(`/api/chat/conversations/${conversationId}`, { method: 'DELETE' });
    expect(await allFrames(await ask('tokens=2', { conversationId }, init))).toEqual(first);
    const elsewhere = await ask('tokens=2', { conversationId: gen(first).genId }, init);
    expect(await elsewhere.json()).toEqual({ error: expect.stringContaining('another body') });
  });

  test('hands hard texts through unchanged', async () => {
    const texts = [' lead', '\ndata: x\n\n', 'emoji 👩‍👩‍👧 ', 'שלום', 'a\r', '\nb\rc', '\0', 'tail\n'];
    app.ollama.reply({ tokens: texts });
    const frames = await allFrames(await ask('hard'));
    expect(textOf(frames)).toBe(' lead\ndata: x\n\nemoji 👩‍👩‍👧 שלוםa\nb\nc\ufffdtail\n');
  });

  test('a surrogate pair that was split between two chunks comes whole, a lone one as U+FFFD', async () => {
    app.ollama.reply({ tokens: ['one \ud83d', '\ude00, a lone \ud800 and', ' \udc00, and the end \ud83d'] });
    const frames = await allFrames(await ask('halves'));
    const text = 'one 😀, a lone \ufffd and \ufffd, and the end \ufffd';
    expect(textOf(frames)).toBe(text);
    const { messages } = await (await app.fetch(`/api/chat/conversations/${gen(frames).conversationId}`)).json();
    expect(messages[1].content).toBe(text);
  });

  test('a token of a megabyte comes whole', async () => {
    const big = 'é'.repeat(1 << 20);
    app.ollama.reply({ tokens: [big, '!'] });
    expect(textOf(await allFrames(await ask('big')))).toBe(`${big}!`);
  });

  test('a failing model is an error frame that shows nothing of the provider', async () => {
    app.ollama.reply({ status: 500, body: 'secret stack of the provider' });
    const frames = await allFrames(await ask('fail'));
    expect(frames.at(-1)?.event).toBe('error');
    expect(JSON.stringify(frames)).not.toContain('secret');
  });
});

describe('GET /api/chat/stream/:genId', () => {
  test('resumes at every possible cursor of a turn, finished or not, without losing or doubling a frame', async () => {
    const live = await ask('tokens=30 delay=5');
    const first: Frame[] = [];
    const resumed: Promise<Frame[]>[] = [];
    for await (const frame of framesOf(live)) {
      first.push(frame);
      const since = Number(frame.id) + 1;
      const path = `/api/chat/stream/${gen(first).genId}?since=${since}`;
      if (frame.event !== 'queue') resumed.push(app.fetch(path).then(allFrames));
    }
    const whole = first.filter(({ event }) => event !== 'queue');
    const runs = await Promise.all(resumed);
    runs.forEach((run, index) => {
      expect(run.filter(({ event }) => event !== 'queue')).toEqual(whole.slice(index + 1));
    });
    for (let since = 0; since <= Number(whole.at(-1)?.id) + 2; since += 1) {
      const frames = await allFrames(await app.fetch(`/api/chat/stream/${gen(first).genId}?since=${since}`));
      expect(frames).toEqual(first.filter(({ id }) => Number(id) >= since));
    }
  });

  test('ahead of a turn that runs it waits for what it wants, and closes with the turn', async () => {
    const live = framesOf(await ask('tokens=30 delay=5'));
    const { genId } = gen([(await live.next()).value]);
    const ahead = ['?since=25', '?since=1000'].map((since) => app.fetch(`/api/chat/stream/${genId}${since}`));
    const header = app.fetch(`/api/chat/stream/${genId}`, { headers: { 'last-event-id': '1000' } });
    const responses = await Promise.all([...ahead, header]);
    const whole: Frame[] = [];
    for await (const frame of live) whole.push(frame);
    const [some, ...none] = await Promise.all(responses.map(allFrames));
    expect(some).toEqual(whole.filter(({ id }) => Number(id) >= 25));
    expect(some?.at(-1)?.event).toBe('done');
    expect(none).toEqual([[], []]);
  });

  test('behind the end it is an empty 200, or 204 where Last-Event-ID asked, which wins over since', async () => {
    const frames = await allFrames(await ask('tokens=2'));
    const path = `/api/chat/stream/${gen(frames).genId}`;
    const last = frames.at(-1)?.id ?? '';
    const byQuery = await app.fetch(`${path}?since=${Number(last) + 1}`);
    expect([byQuery.status, await byQuery.text()]).toEqual([200, '']);
    const byHeader = await app.fetch(`${path}?since=0`, { headers: { 'last-event-id': last } });
    expect(byHeader.status).toBe(204);
    const some = await app.fetch(path, { headers: { 'last-event-id': String(Number(last) - 1) } });
    expect((await allFrames(some)).map(({ event }) => event)).toEqual(['done']);
  });

  test.each(['nonsense', '01890000-0000-7000-8000-000000000000'])('%s is not found', async (id) => {
    const response = await app.fetch(`/api/chat/stream/${id}`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'not found' }]);
  });

  test('without an identity everything is 401', async () => {
    const response = await fetch(`${app.url}/api/chat/conversations`);
    expect([response.status, await response.json()]).toEqual([401, { error: 'unauthorized' }]);
  });
});
