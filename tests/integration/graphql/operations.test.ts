import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, connect, post } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const conversationFields = 'id title pinned preview';

describe('queries and mutations', () => {
  let house: House;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    house = await openHouse();
    [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
  });
  afterAll(() => house.close());

  const ask = async (query: string, variables: Record<string, unknown> = {}, { headers } = ada) =>
    (await post(house.url, headers, { query, variables })).body;
  const codes = async (query: string, variables: Record<string, unknown> = {}, person = ada) =>
    (await ask(query, variables, person)).errors.map(
      (error: { extensions: { code: string } }) => error.extensions.code,
    );
  const send = (input: object, person = ada) =>
    ask(
      `mutation ($input: SendMessageInput!) {
        sendMessage(input: $input) { turnId conversationId userMessageId assistantMessageId cursor }
      }`,
      { input },
      person,
    );

  it('opens, renames, pins and deletes a conversation, each visible in the answer', async () => {
    const created = await ask(`mutation { createConversation(title: "  Plans ") { ${conversationFields} } }`);
    const { id } = created.data.createConversation;
    const shown = { id, title: 'Plans', pinned: false, preview: '' };
    expect(created.data.createConversation).toEqual(shown);
    const on = (field: string, args = '') => ask(`mutation { ${field}(id: "${id}"${args}) { ${conversationFields} } }`);
    expect((await on('renameConversation', ', title: "Trip"')).data.renameConversation).toEqual({
      ...shown,
      title: 'Trip',
    });
    const pinned = { ...shown, title: 'Trip', pinned: true };
    expect((await on('pinConversation', ', pinned: true')).data.pinConversation).toEqual(pinned);
    expect((await ask(`{ conversation(id: "${id}") { ${conversationFields} } }`)).data.conversation).toEqual(pinned);
    expect((await ask(`mutation { deleteConversation(id: "${id}") }`)).data).toEqual({ deleteConversation: id });
    expect(await codes(`{ conversation(id: "${id}") { id } }`)).toEqual(['NOT_FOUND']);
    expect((await ask('mutation { createConversation { title } }')).data.createConversation.title).toBe(
      'New conversation',
    );
  });

  it('sends a message and shows its turn while it waits, runs and has ended', async () => {
    const { sendMessage } = (await send({ message: 'Hello?' })).data;
    const { turnId, conversationId } = sendMessage;
    const turn = async () =>
      (await ask(`{ turn(id: "${turnId}") { conversationId userMessageId status place reason startedAt endedAt } }`))
        .data.turn;
    const active = async () =>
      (await ask(`{ conversation(id: "${conversationId}") { title activeTurn { id } } }`)).data.conversation;
    expect(await turn()).toMatchObject({ conversationId, status: 'WAITING', place: 1, startedAt: null, endedAt: null });
    expect(await active()).toEqual({ title: 'Hello?', activeTurn: { id: turnId } });
    expect((await ask(`mutation { cancelTurn(turnId: "${turnId}") }`)).data).toEqual({ cancelTurn: true });
    expect((await ask(`mutation { cancelTurn(turnId: "${turnId}") }`)).data).toEqual({ cancelTurn: false });
    const { userMessageId } = sendMessage;
    expect(await turn()).toMatchObject({ userMessageId, status: 'CANCELLED', place: null, reason: 'the user asked' });
    expect(await active()).toMatchObject({ activeTurn: null });
    const client = connect(house.wsUrl, ada);
    const after = `subscription { turnEvents(turnId: "${turnId}", after: "${sendMessage.cursor}") { __typename } }`;
    expect(await collect(client, { query: after })).toEqual([
      { data: { turnEvents: { __typename: 'TurnCancelled' } } },
    ]);
    await client.dispose();
  });

  it('joins the turn that the same key started', async () => {
    const once = (await send({ message: 'Once', idempotencyKey: 'k', model: null, conversationId: null })).data;
    expect((await send({ message: 'Once', idempotencyKey: 'k' })).data).toEqual(once);
    expect((await send({ message: 'Twice', idempotencyKey: 'k' })).errors).toMatchObject([
      { extensions: { code: 'VALIDATION' } },
    ]);
    await ask(`mutation { cancelTurn(turnId: "${once.sendMessage.turnId}") }`);
  });

  it("pages through a conversation's messages, and through the conversations", async () => {
    const bea = await house.signIn('Bea');
    const turn = await requestTurn(house, bea);
    await turn.start();
    await turn.say('Hi ', 'there');
    await turn.complete();
    const query = `query ($id: ID!, $first: Int, $after: String) {
      messages(conversationId: $id, first: $first, after: $after) {
        edges { cursor node { role content turnId interrupted model blocks { type } sources { title } } }
        pageInfo { hasNextPage hasPreviousPage endCursor }
      }
      conversation(id: $id) { messages(last: 1) { edges { node { content } } pageInfo { hasPreviousPage } } }
    }`;
    const page = async (after?: string) => (await ask(query, { id: turn.conversationId, first: 1, after }, bea)).data;
    const first = await page();
    expect(first.messages).toMatchObject({
      edges: [{ node: { role: 'USER', content: 'Hello?', turnId: turn.turnId, interrupted: false, blocks: [] } }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(first.conversation.messages).toEqual({
      edges: [{ node: { content: 'Hi there' } }],
      pageInfo: { hasPreviousPage: true },
    });
    const second = await page(first.messages.pageInfo.endCursor);
    expect(second.messages).toMatchObject({
      edges: [{ node: { role: 'ASSISTANT', content: 'Hi there', model: 'scripted' } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const list = await ask(
      '{ conversations(first: 5) { edges { node { preview } } pageInfo { hasNextPage } } }',
      {},
      bea,
    );
    expect(list.data.conversations).toEqual({
      edges: [{ node: { preview: 'Hi there' } }],
      pageInfo: { hasNextPage: false },
    });
    for (const args of ['first: 101', 'first: -1', 'first: 1, last: 1']) {
      expect(await codes(`{ conversations(${args}) { edges { cursor } } }`)).toEqual(['VALIDATION']);
    }
  });

  it("makes no difference between another's, a missing and a malformed id", async () => {
    const { turnId, conversationId } = (await send({ message: 'Mine' })).data.sendMessage;
    const operations = (turn: string, conversation: string) => [
      `{ turn(id: "${turn}") { id } }`,
      `{ conversation(id: "${conversation}") { id } }`,
      `{ messages(conversationId: "${conversation}") { edges { cursor } } }`,
      `mutation { cancelTurn(turnId: "${turn}") }`,
      `mutation { renameConversation(id: "${conversation}", title: "x") { id } }`,
      `mutation { pinConversation(id: "${conversation}", pinned: true) { id } }`,
      `mutation { deleteConversation(id: "${conversation}") }`,
      `mutation { sendMessage(input: { message: "x", conversationId: "${conversation}" }) { turnId } }`,
      `mutation { revokeApiToken(id: "${turn}") }`,
    ];
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const [turn, conversation] of [
      [turnId, conversationId],
      [missing, missing],
      ['x', "'"],
    ] as const) {
      for (const operation of operations(turn, conversation)) {
        expect([operation, await codes(operation, {}, eve)]).toEqual([operation, ['NOT_FOUND']]);
      }
    }
  });

  it('keeps API tokens: made, listed, used and revoked', async () => {
    const made = (await ask('mutation { createApiToken(name: "ci") { token apiToken { id name lastUsedAt } } }')).data;
    const { token, apiToken } = made.createApiToken;
    expect(apiToken).toMatchObject({ name: 'ci', lastUsedAt: null });
    const headers = { authorization: `Bearer ${token}` };
    const list = '{ viewer { apiTokens { id name lastUsedAt } } }';
    const listed = (await post(house.url, headers, { query: list })).body.data.viewer.apiTokens;
    expect(listed).toEqual([{ ...apiToken, lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect((await ask(`mutation { revokeApiToken(id: "${apiToken.id}") }`)).data).toEqual({
      revokeApiToken: apiToken.id,
    });
    expect((await post(house.url, headers, { query: list })).status).toBe(401);
  });

  it('tells which embedder scores messages', async () => {
    const { data } = await ask('{ router { embedder isEmbedded } }');
    expect(data.router).toEqual({ embedder: 'embedded-wordnet', isEmbedded: true });
  });

  it('offers models, one of them the default', async () => {
    expect((await ask('{ models { id provider isDefault } }')).data.models).toEqual([
      { id: 'scripted', provider: 'scripted', isDefault: true },
    ]);
  });
});
