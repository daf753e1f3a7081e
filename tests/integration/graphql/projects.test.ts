import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCursor } from '../../../schema/cursor.ts';
import { collect, connect, post } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';

describe('projects', () => {
  let house: House;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    house = await openHouse();
    [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
  });
  afterAll(() => house.close());

  const ask = async (query: string, { headers } = ada) => (await post(house.url, headers, { query })).body;
  const codes = async (query: string, person = ada) =>
    (await ask(query, person)).errors?.map((error: { extensions: { code: string } }) => error.extensions.code);
  const create = async (args: string, person = ada) =>
    (await ask(`mutation { createProject(${args}) { id name colour instructions } }`, person)).data.createProject;
  const open = async (args: string) =>
    (await ask(`mutation { createConversation(${args}) { id projectId } }`)).data.createConversation;

  it('are created, listed by name, changed in what is given, and deleted', async () => {
    const zoo = await create('name: " zoo ", colour: TEAL, instructions: "Be brief.\\r\\n"');
    expect(zoo).toEqual({ id: zoo.id, name: 'zoo', colour: 'TEAL', instructions: 'Be brief.' });
    const ark = await create('name: "Ark"');
    expect(ark).toMatchObject({ colour: 'GREY', instructions: '' });
    expect((await ask('{ projects { name } }')).data.projects).toEqual([{ name: 'Ark' }, { name: 'zoo' }]);
    expect((await ask('{ projects { name } }', eve)).data.projects).toEqual([]);
    const changed = await ask(
      `mutation { changeProject(id: "${zoo.id}", colour: PINK, name: null) { name colour instructions } }`,
    );
    expect(changed.data.changeProject).toEqual({ name: 'zoo', colour: 'PINK', instructions: 'Be brief.' });
    expect((await ask(`mutation { deleteProject(id: "${ark.id}") }`)).data).toEqual({ deleteProject: ark.id });
    expect((await ask('{ projects { name } }')).data.projects).toEqual([{ name: 'zoo' }]);
  });

  it('hold conversations, opened there or moved there, until they are deleted', async () => {
    const { id } = await create('name: "Trip"');
    const opened = await open(`title: "Packing", projectId: "${id}"`);
    expect(opened.projectId).toBe(id);
    const other = await open('title: "Food"');
    const moved = await ask(`mutation { fileConversation(id: "${other.id}", projectId: "${id}") { projectId } }`);
    expect(moved.data.fileConversation).toEqual({ projectId: id });
    const sent = await ask(
      `mutation { sendMessage(input: { message: "Where to?", projectId: "${id}" }) { conversationId turnId } }`,
    );
    const { conversationId, turnId } = sent.data.sendMessage;
    const list = async () =>
      (await ask(`{ conversations(projectId: "${id}") { edges { node { id } } } }`)).data.conversations.edges.map(
        ({ node }: { node: { id: string } }) => node.id,
      );
    expect((await list()).sort()).toEqual([opened.id, other.id, conversationId].sort());
    await ask(`mutation { fileConversation(id: "${other.id}") { id } }`);
    expect((await list()).sort()).toEqual([opened.id, conversationId].sort());
    await ask(`mutation { deleteProject(id: "${id}") }`);
    expect(await list()).toEqual([]);
    expect((await ask(`{ conversation(id: "${opened.id}") { projectId } }`)).data.conversation).toEqual({
      projectId: null,
    });
    await ask(`mutation { cancelTurn(turnId: "${turnId}") }`);
  });

  it('are nobody else’s, and a missing or malformed id is the same', async () => {
    const { id } = await create('name: "Mine"');
    const { id: hers } = (await ask('mutation { createConversation { id } }', eve)).data.createConversation;
    for (const project of [id, '00000000-0000-4000-8000-000000000000', 'x']) {
      for (const operation of [
        `changeProject(id: "${project}", name: "x") { id }`,
        `deleteProject(id: "${project}")`,
        `createConversation(projectId: "${project}") { id }`,
        `fileConversation(id: "${hers}", projectId: "${project}") { id }`,
        `sendMessage(input: { message: "x", projectId: "${project}" }) { turnId }`,
      ]) {
        expect([operation, await codes(`mutation { ${operation} }`, eve)]).toEqual([operation, ['NOT_FOUND']]);
      }
      expect((await ask(`{ conversations(projectId: "${project}") { edges { cursor } } }`, eve)).data).toEqual({
        conversations: { edges: [] },
      });
    }
    expect(await codes(`mutation { fileConversation(id: "${hers}", projectId: "${id}") { id } }`)).toEqual([
      'NOT_FOUND',
    ]);
  });

  it('refuse what is no name, and say so', async () => {
    const tooLong = 'x'.repeat(101);
    for (const args of ['name: ""', 'name: "  "', `name: "${tooLong}"`]) {
      const { errors } = await ask(`mutation { createProject(${args}) { id } }`);
      expect(errors).toMatchObject([{ message: expect.stringMatching(/^name: /), extensions: { code: 'VALIDATION' } }]);
    }
    const { errors } = await ask(`mutation { createProject(name: "x", instructions: "${'x'.repeat(8_001)}") { id } }`);
    expect(errors).toMatchObject([{ message: expect.stringMatching(/^instructions: /) }]);
  });

  it('are heard of by their owner', async () => {
    const after = storeCursor(house.store.id, await house.store.head());
    const { id } = await create('name: "Heard"');
    const conversation = await open(`projectId: "${id}"`);
    await create('name: "Unheard"', eve);
    await ask(`mutation { deleteProject(id: "${id}") }`);
    const client = connect(house.wsUrl, ada);
    const query = `subscription { viewerEvents(after: "${after}") { type conversationId } }`;
    const results = await collect(client, { query }, (heard) => heard.length === 4);
    await client.dispose();
    expect(results.map(({ data }) => data?.viewerEvents)).toEqual([
      { type: 'ProjectCreated', conversationId: null },
      { type: 'ConversationOpened', conversationId: conversation.id },
      { type: 'ConversationFiled', conversationId: conversation.id },
      { type: 'ProjectDeleted', conversationId: null },
    ]);
  });
});

describe('many conversations', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('are deleted at once, their own user’s alone', async () => {
    const [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
    const open = async ({ id: userId }: Person) =>
      (await house.conversations.openConversation({ userId })).conversationId;
    const [one, two, kept, hers] = [await open(ada), await open(ada), await open(ada), await open(eve)];
    const remove = async (ids: string[]) =>
      (
        await post(house.url, ada.headers, {
          query: 'mutation ($ids: [ID!]!) { deleteConversations(ids: $ids) }',
          variables: { ids },
        })
      ).body;
    expect((await remove([one, hers, 'x', two, one])).data).toEqual({ deleteConversations: [one, two] });
    expect((await remove([one])).data).toEqual({ deleteConversations: [] });
    const left = async ({ headers }: Person) =>
      (await post(house.url, headers, { query: '{ conversations { edges { node { id } } } }' })).body.data.conversations
        .edges;
    expect(await left(ada)).toEqual([{ node: { id: kept } }]);
    expect(await left(eve)).toEqual([{ node: { id: hers } }]);
    expect((await remove(Array.from({ length: 101 }, () => kept))).errors).toMatchObject([
      { message: expect.stringMatching(/^ids: /), extensions: { code: 'VALIDATION' } },
    ]);
  });
});
