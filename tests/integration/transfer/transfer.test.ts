import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TransferFile, transferFile } from '../../../schema/transfer.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames } from '../../support/sse-client.ts';

const environments = [
  ['postgres', true],
  ['pglite', false],
] as const;

describe.each(environments)('a conversation as a file, over %s', (_, overPostgres) => {
  let app: TestApp;
  let database: Awaited<ReturnType<typeof freshDatabase>> | undefined;
  beforeAll(async () => {
    database = overPostgres ? await freshDatabase() : undefined;
    app = await startTestApp({ MAX_IMPORT_BYTES: '3000000', ...(database && { DATABASE_URL: database.url }) });
  });
  afterAll(async () => {
    await app.close();
    await database?.drop();
  });

  const graphql = async (query: string) => (await (await app.post('/graphql', { query })).json()).data;
  const say = async (body: object): Promise<{ conversationId: string; genId: string }> => {
    const frames = await allFrames(await app.post('/api/chat/stream', body));
    return JSON.parse(frames[0]?.data ?? '{}');
  };
  const messagesOf = async (id: string): Promise<{ id: string; content: string; createdAt: string }[]> =>
    (await (await app.fetch(`/api/chat/conversations/${id}`)).json()).messages;
  const contents = async (id: string) => (await messagesOf(id)).map(({ content }) => content);
  const exported = async (id: string): Promise<TransferFile> => {
    const response = await app.fetch(`/api/conversations/${id}/export.json`);
    expect(response.status).toBe(200);
    return transferFile.parse(await response.json());
  };
  const bring = (file: unknown, key?: string) =>
    app.post('/api/conversations/import', file, key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const brought = async (file: unknown, key?: string): Promise<string> =>
    (await (await bring(file, key)).json()).conversationId;
  /** Waits for the end of what the last mutation began. */
  const settled = (id: string) =>
    expect
      .poll(async () => (await graphql(`{ conversation(id: "${id}") { activeTurn { id } } }`)).conversation.activeTurn)
      .toBeNull();

  const tree = async () => {
    app.ollama.reply({ tokens: ['one ', 'two'], reasoning: ['Let me think.'] });
    const { conversationId } = await say({
      message: 'First\nquestion',
      attachments: [{ filename: 'a.txt', text: '``` A' }],
    });
    app.ollama.reply({ tokens: ['another'] });
    const [question] = await messagesOf(conversationId);
    await graphql(`mutation { regenerate(messageId: "${question?.id}") { turnId } }`);
    await settled(conversationId);
    app.ollama.reply({ tokens: ['deep'] });
    await say({ message: 'Second', conversationId });
    const [, , second] = await messagesOf(conversationId);
    app.ollama.reply({ tokens: ['deeper'] });
    await graphql(`mutation { editMessage(messageId: "${second?.id}", text: "Second, edited") { turnId } }`);
    await settled(conversationId);
    await graphql(`mutation { selectBranch(messageId: "${second?.id}") { id } }`);
    return conversationId;
  };

  test('comes back as real turns with ids of their own, all branches, at the times that they were said', async () => {
    const id = await tree();
    const file = await exported(id);
    expect(file).toMatchObject({ format: 'turnlog.conversation', version: 1, title: 'First question' });
    expect(file.story).toHaveLength(5);
    expect(file.story[0]).toMatchObject({
      kind: 'message',
      question: { text: 'First\nquestion', attachments: [{ filename: 'a.txt', text: '``` A' }] },
      answer: { text: 'one two', reasoning: 'Let me think.' },
      end: { outcome: 'completed', model: 'fake:latest' },
    });
    expect(file.story[4]).toHaveProperty('selected');
    expect(JSON.stringify(file)).not.toContain('userId');

    const copy = await brought(file, 'first');
    expect(copy).not.toBe(id);
    expect(await contents(copy)).toEqual(await contents(id));
    expect(await contents(copy)).toEqual(['First\nquestion', 'another', 'Second', 'deep']);
    const [before, after] = [await messagesOf(id), await messagesOf(copy)];
    expect(after.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt));
    expect(after.some((message) => before.some((other) => other.id === message.id))).toBe(false);

    const again = await exported(copy);
    const withoutIds = (text: string) =>
      text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (uuid) => {
        const known = seen.get(uuid) ?? `#${seen.size}`;
        seen.set(uuid, known);
        return known;
      });
    const seen = new Map<string, string>();
    const first = withoutIds(JSON.stringify(file));
    seen.clear();
    expect(withoutIds(JSON.stringify(again))).toBe(first);
    // It goes on from where it was.
    app.ollama.reply({ tokens: ['further'] });
    await say({ message: 'Third', conversationId: copy });
    expect(await contents(copy)).toEqual(['First\nquestion', 'another', 'Second', 'deep', 'Third', 'further']);
  });

  test('comes once by one key, also where it comes twice at once, and another file by that key is refused', async () => {
    const file = await exported((await say({ message: 'tokens=2' })).conversationId);
    const [one, two] = await Promise.all([brought(file, 'same'), brought(file, 'same')]);
    expect(two).toBe(one);
    expect(await brought(file, 'same')).toBe(one);
    expect(await contents(one)).toHaveLength(2);
    expect(await brought(file, 'another')).not.toBe(one);
    expect(await brought(file)).not.toBe(await brought(file));
    const changed = await bring({ ...file, title: 'Another' }, 'same');
    expect([changed.status, (await changed.json()).error]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    await app.fetch(`/api/chat/conversations/${one}`, { method: 'DELETE' });
    expect((await bring(file, 'same')).status).toBe(404);
  });

  test('is found by search, and partial answers and failures come with it', async () => {
    app.ollama.reply({ tokens: ['half of a pangolin'], ending: 'fail' });
    const { conversationId } = await say({ message: 'What is it?' });
    const file = await exported(conversationId);
    expect(file.story[0]).toMatchObject({ answer: { text: 'half of a pangolin' }, end: { outcome: 'failed' } });
    const copy = await brought(file);
    const { edges } = (await graphql('{ search(query: "pangolin") { edges { node { conversationId } } } }')).search;
    expect(edges.map(({ node }: { node: { conversationId: string } }) => node.conversationId)).toContain(copy);
    const rows = await messagesOf(copy);
    expect(rows).toMatchObject([{ content: 'What is it?' }, { content: 'half of a pangolin', interrupted: true }]);
  });

  test('can be read as Markdown, under its own name', async () => {
    app.ollama.reply({ tokens: ['**Yes**'] });
    const message = 'Can it?';
    const { conversationId } = await say({ message, attachments: [{ filename: 'a.md', text: '```\nx\n```' }] });
    await app.fetch(`/api/chat/conversations/${conversationId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Käse/"Brot"' }),
    });
    const response = await app.fetch(`/api/conversations/${conversationId}/export.md`);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="conversation.md"; filename*=UTF-8\'\'K%C3%A4se%20Brot.md',
    );
    const when = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC';
    expect(await response.text()).toMatch(
      new RegExp(
        `^# Käse/"Brot"\n\n## You · ${when}\n\nCan it\\?\n\nAttached: a.md\n\n\`{4}\n\`{3}\nx\n\`{3}\n\`{4}\n\n## fake:latest · ${when}\n\n\\*\\*Yes\\*\\*\n$`,
      ),
    );
  });

  test('is shown whole, however long it is', async () => {
    const file = await exported((await say({ message: 'tokens=1' })).conversationId);
    const [turn] = file.story;
    if (!turn || 'selected' in turn) throw new Error('no turn');
    const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const story = Array.from({ length: 260 }, (_, n) => ({
      ...turn,
      parentMessageId: n === 0 ? null : idOf(2 * n - 1),
      question: { ...turn.question, id: idOf(2 * n), text: `question ${n}` },
      answer: { ...turn.answer, id: idOf(2 * n + 1), text: `answer ${n}` },
    }));
    const whole = story.flatMap(({ question, answer }) => [question.text, answer.text]);
    const copy = await brought({ ...file, story });
    expect(await contents(copy)).toEqual(whole);
    const markdown = await (await app.fetch(`/api/conversations/${copy}/export.md`)).text();
    expect(markdown.match(/^(question|answer) \d+$/gm)).toEqual(whole);
  });

  test('is refused whole where something is wrong with it, and says what', async () => {
    const file = await exported((await say({ message: 'tokens=2' })).conversationId);
    const [turn] = file.story;
    if (!turn || 'selected' in turn) throw new Error('no turn');
    const unknown = '01890000-0000-7000-8000-000000000000';
    const before = (await (await app.fetch('/api/chat/conversations')).json()).length;
    const cases: [unknown, string][] = [
      [[], 'expected object'],
      [{ ...file, format: 'other' }, 'format: '],
      [{ ...file, version: 2 }, 'version: '],
      [{ ...file, title: ' ' }, 'title: '],
      [{ ...file, story: [turn, turn] }, 'story.1: question.id'],
      [{ ...file, story: [{ ...turn, parentMessageId: unknown }] }, 'story.0: parentMessageId'],
      [{ ...file, story: [{ ...turn, kind: 'regeneration' }] }, 'story.0: question.id'],
      [{ ...file, story: [{ ...turn, answer: { ...turn.answer, id: turn.question.id } }] }, 'story.0: answer.id'],
      [{ ...file, story: [{ selected: unknown }] }, 'story.0: selected'],
      [{ ...file, story: [{ ...turn, answer: { ...turn.answer, blocks: ['x'.repeat(300_000)] } }] }, 'story.0: no'],
    ];
    for (const [wrong, says] of cases) {
      const response = await bring(wrong);
      expect([says, response.status, (await response.json()).error]).toEqual([
        says,
        400,
        expect.stringContaining(says),
      ]);
    }
    expect((await (await app.fetch('/api/chat/conversations')).json()).length).toBe(before);
  });

  test('takes text that no database can store as it is, and long answers', async () => {
    const file = await exported((await say({ message: 'tokens=2' })).conversationId);
    const [turn] = file.story;
    if (!turn || 'selected' in turn) throw new Error('no turn');
    const text = `${'😀'.repeat(60_000)}\u0000\r\n\ud800`;
    const blocks = [{ '\u0000': ['\u0000'] }];
    const copy = await brought({ ...file, story: [{ ...turn, answer: { ...turn.answer, text, blocks } }] });
    expect((await contents(copy))[1]).toBe(`${'😀'.repeat(60_000)}\ufffd\n\ufffd`);
  });

  test('is nobody else’s, and a missing or malformed id is the same', async () => {
    for (const id of ['x', '01890000-0000-7000-8000-000000000000']) {
      for (const format of ['json', 'md']) {
        const response = await app.fetch(`/api/conversations/${id}/export.${format}`);
        expect([response.status, await response.json()]).toEqual([404, { error: 'not found' }]);
      }
    }
    const anonymous = await fetch(`${app.url}/api/conversations/import`, { method: 'POST', body: '{}' });
    expect(anonymous.status).toBe(401);
  });

  test('is 413 where it is larger than the server takes', async () => {
    expect((await bring({ padding: 'x'.repeat(3_000_000) })).status).toBe(413);
  });
});
