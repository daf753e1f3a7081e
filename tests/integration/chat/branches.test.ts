import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames } from '../../support/sse-client.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({
    DATABASE_URL: database.url,
    QUEUE_LIMITS: 'chat=20',
    RATE_LIMITS: 'user=0,address=0',
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const turn = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  userMessageId: z.string(),
  assistantMessageId: z.string(),
});
const answered = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) })).optional(),
});
const ask = async (query: string, variables: Record<string, unknown> = {}) =>
  answered.parse(await (await app.post('/graphql', { query, variables })).json());

const ids = '{ turnId conversationId userMessageId assistantMessageId }';
const mutations = {
  sendMessage: `mutation ($input: SendMessageInput!) { sendMessage(input: $input) ${ids} }`,
  regenerate: `mutation ($id: ID!, $key: String) { regenerate(messageId: $id, idempotencyKey: $key) ${ids} }`,
  editMessage: `mutation ($id: ID!, $text: String!, $key: String) {
    editMessage(messageId: $id, text: $text, idempotencyKey: $key) ${ids} }`,
};
/** Asks, and waits for the end of the turn. */
const run = async (name: keyof typeof mutations, variables: Record<string, unknown>) => {
  const { data, errors } = await ask(mutations[name], variables);
  if (errors) throw new Error(errors[0]?.message);
  const requested = turn.parse(data?.[name]);
  await allFrames(await app.fetch(`/api/chat/stream/${requested.turnId}`));
  return requested;
};
const send = (message: string, answer: string, more: Record<string, unknown> = {}) => {
  app.ollama.reply({ tokens: [answer] });
  return run('sendMessage', { input: { message, ...more } });
};
const regenerate = (id: string, answer: string) => {
  app.ollama.reply({ tokens: [answer] });
  return run('regenerate', { id });
};
const edit = (id: string, text: string, answer: string) => {
  app.ollama.reply({ tokens: [answer] });
  return run('editMessage', { id, text });
};
const select = (id: string) => ask('mutation ($id: ID!) { selectBranch(messageId: $id) { id preview } }', { id });
const refusal = async (query: string, variables: Record<string, unknown>) =>
  (await ask(query, variables)).errors?.[0]?.extensions.code;

const conversation = z.object({
  preview: z.string(),
  messages: z.array(z.object({ id: z.string(), content: z.string() })),
});
const read = async (id: string) => conversation.parse(await (await app.fetch(`/api/chat/conversations/${id}`)).json());
const shown = async (id: string) => (await read(id)).messages.map(({ content }) => content).join(' ');
const listedPreview = async (id: string) =>
  z
    .array(z.object({ id: z.string(), preview: z.string() }))
    .parse(await (await app.fetch('/api/chat/conversations')).json())
    .find((row) => row.id === id)?.preview;

const prompt = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
/** What the model was sent last, but for the system message. */
const told = () =>
  prompt
    .parse(app.ollama.exchanges.at(-1)?.body)
    .messages.filter(({ role }) => role !== 'system')
    .map(({ content }) => content)
    .join(' ');

test('lists, previews and the history of a turn follow the active branch; nothing is lost', async () => {
  const first = await send('Q1', 'A1');
  const { conversationId } = first;
  const second = await send('Q2', 'A2', { conversationId });
  expect(told()).toBe('Q1 A1 Q2');

  const again = await regenerate(first.assistantMessageId, 'A1b');
  expect(told()).toBe('Q1');
  expect(again).toMatchObject({ conversationId, userMessageId: first.userMessageId });
  expect([await shown(conversationId), await listedPreview(conversationId)]).toEqual(['Q1 A1b', 'A1b']);
  await send('Q3', 'A3', { conversationId });
  expect(told()).toBe('Q1 A1b Q3');

  const edited = await edit(second.userMessageId, 'Q2b', 'A2b');
  expect(told()).toBe('Q1 A1 Q2b');
  expect(await shown(conversationId)).toBe('Q1 A1 Q2b A2b');
  const chosen = await select(second.userMessageId);
  expect(chosen.data?.selectBranch).toEqual({ id: conversationId, preview: 'A2' });
  expect([await shown(conversationId), await listedPreview(conversationId)]).toEqual(['Q1 A1 Q2 A2', 'A2']);
  await send('Q4', 'A4', { conversationId });
  expect(told()).toBe('Q1 A1 Q2 A2 Q4');
  await select(again.assistantMessageId);
  expect(await shown(conversationId)).toBe('Q1 A1b Q3 A3');
  await select(edited.assistantMessageId);
  expect(await shown(conversationId)).toBe('Q1 A1 Q2b A2b');
});

test('a message follows any other, on whichever branch; half an answer is part of the history', async () => {
  app.ollama.reply({ tokens: ['Half'], ending: 'fail' });
  const first = await run('sendMessage', { input: { message: 'Q1' } });
  const { conversationId, assistantMessageId: parentMessageId } = first;
  await send('Q2', 'A2', { conversationId });
  expect(told()).toBe('Q1 Half Q2');
  await send('Q3', 'A3', { parentMessageId });
  expect([told(), await shown(conversationId)]).toEqual(['Q1 Half Q3', 'Q1 Half Q3 A3']);
  await send('Q4', 'A4', { conversationId, parentMessageId: first.userMessageId });
  expect([told(), await shown(conversationId)]).toEqual(['Q1 Q4', 'Q1 Q4 A4']);
  const { conversationId: other } = await send('Elsewhere', 'A');
  const input = { message: 'Q', conversationId: other, parentMessageId };
  expect(await refusal(mutations.sendMessage, { input })).toBe('VALIDATION');
});

test('all keep their branch who branch at the same moment', async () => {
  const { conversationId, userMessageId, assistantMessageId } = await send('Q1', 'A1');
  const branchEachWay = (n: number) =>
    Promise.all([
      run('sendMessage', { input: { message: `M${n}`, parentMessageId: assistantMessageId } }),
      run('regenerate', { id: assistantMessageId }),
      run('editMessage', { id: userMessageId, text: `E${n}` }),
    ]);
  const turns: z.infer<typeof turn>[] = [];
  // No more of one conversation than may wait.
  for (let n = 0; n < 4; n += 1) turns.push(...(await branchEachWay(n)));
  for (const { assistantMessageId: answer, userMessageId: question } of turns) {
    await select(answer);
    expect((await read(conversationId)).messages.map(({ id }) => id).slice(-2)).toEqual([question, answer]);
  }
  const query =
    'query ($id: ID!) { messages(conversationId: $id) { edges { node { siblings siblingIndex siblingCount answer { siblings } } } } }';
  const { data } = await ask(query, { id: conversationId });
  expect(data).toMatchObject({
    messages: { edges: [{ node: { siblingCount: 5 } }, { node: { siblingCount: 1, siblingIndex: 1 } }] },
  });
  await select(assistantMessageId);
  expect((await ask(query, { id: conversationId })).data).toMatchObject({
    messages: {
      edges: [{ node: { siblingCount: 5, siblingIndex: 1 } }, { node: { siblingCount: 5, siblingIndex: 1 } }, {}, {}],
    },
  });
});

test('the same key joins the same turn, and is refused to another body; an answer cannot be edited', async () => {
  const { conversationId, userMessageId: id, assistantMessageId } = await send('Q1', 'A1');
  const once = await run('editMessage', { id, text: 'Q1b', key: 'edit' });
  expect(await run('editMessage', { id, text: 'Q1b', key: 'edit' })).toEqual(once);
  expect(await refusal(mutations.editMessage, { id, text: 'Q1c', key: 'edit' })).toBe('VALIDATION');
  expect(await refusal(mutations.regenerate, { id, key: 'edit' })).toBe('VALIDATION');
  const twice = await Promise.all([run('regenerate', { id, key: 'again' }), run('regenerate', { id, key: 'again' })]);
  expect(twice[0]).toEqual(twice[1]);
  expect(await refusal(mutations.editMessage, { id: assistantMessageId, text: 'A' })).toBe('VALIDATION');
  expect(await refusal(mutations.editMessage, { id, text: ' ' })).toBe('VALIDATION');
  await app.fetch(`/api/chat/conversations/${conversationId}`, { method: 'DELETE' });
  for (const query of [mutations.regenerate, 'mutation ($id: ID!) { selectBranch(messageId: $id) { id } }']) {
    expect(await refusal(query, { id })).toBe('NOT_FOUND');
  }
});

test('pages run along the active branch, in both directions', async () => {
  const { conversationId, userMessageId } = await send('Q0', 'A0');
  await edit(userMessageId, 'E0', 'B0');
  for (let n = 1; n < 4; n += 1) await send(`E${n}`, `B${n}`, { conversationId });
  const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    messages(conversationId: $id, first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { content } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const page = z.object({
    edges: z.array(z.object({ node: z.object({ content: z.string() }) })),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
      startCursor: z.string(),
      endCursor: z.string(),
    }),
  });
  const walk = async (forwards: boolean) => {
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const of: Record<string, unknown> = forwards ? { first: 3, after: cursor } : { last: 3, before: cursor };
      const { edges, pageInfo } = page.parse((await ask(query, { id: conversationId, ...of })).data?.messages);
      const contents = edges.map(({ node }) => node.content);
      seen.splice(forwards ? seen.length : 0, 0, ...contents);
      if (!(forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen.join(' ');
      cursor = forwards ? pageInfo.endCursor : pageInfo.startCursor;
    }
  };
  expect(await walk(true)).toBe('E0 B0 E1 B1 E2 B2 E3 B3');
  expect(await walk(false)).toBe(await walk(true));
});
