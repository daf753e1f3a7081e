import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

let house: House;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  house = await openHouse();
  [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
});
afterAll(() => house.close());

const search = async (query: string, { headers } = ada, page: { first?: number; after?: string } = {}) =>
  (
    await post(house.url, headers, {
      query: `query ($query: String!, $first: Int, $after: String) {
        search(query: $query, first: $first, after: $after) {
          edges {
            cursor
            node {
              conversationId messageId role at
              title { text isHit } snippet { text isHit } conversation { title pinned }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      variables: { query, ...page },
    })
  ).body;

it('finds titles and messages, in pieces, with the conversation and the message to go to', async () => {
  const { conversationId, assistantMessageId, ...turn } = await requestTurn(house, ada);
  await turn.start();
  await turn.say('A <b>kestrel</b>', '\n\nhovers.');
  await turn.complete();
  await house.conversations.renameConversation({ userId: ada.id, conversationId, title: 'Kestrels & co' });
  const { edges, pageInfo } = (await search('KESTREL')).data.search;
  expect(edges.map(({ node }: { node: object }) => node)).toEqual([
    {
      conversationId,
      messageId: null,
      role: null,
      at: expect.stringMatching(/Z$/),
      title: [
        { text: 'Kestrels', isHit: true },
        { text: ' & co', isHit: false },
      ],
      snippet: [],
      conversation: { title: 'Kestrels & co', pinned: false },
    },
    expect.objectContaining({
      messageId: assistantMessageId,
      role: 'ASSISTANT',
      snippet: [
        { text: 'A ', isHit: false },
        { text: 'kestrel', isHit: true },
        { text: ' hovers.', isHit: false },
      ],
    }),
  ]);
  expect(pageInfo).toMatchObject({ hasNextPage: false });
  const first = (await search('kestrel', ada, { first: 1 })).data.search;
  expect(first.pageInfo.hasNextPage).toBe(true);
  const next = (await search('kestrel', ada, { first: 1, after: first.pageInfo.endCursor })).data.search;
  expect([...first.edges, ...next.edges]).toEqual(edges);
  expect((await search('kestrel', eve)).data.search.edges).toEqual([]);
});

it('takes nothing for an answer, and says what is too much', async () => {
  for (const query of ['', '  ', '?!', '"']) expect((await search(query)).data.search.edges).toEqual([]);
  expect((await search('x'.repeat(201))).errors).toMatchObject([
    { message: 'query: at most 200 characters', extensions: { code: 'VALIDATION' } },
  ]);
  expect((await search('x', ada, { first: 101 })).errors).toMatchObject([{ extensions: { code: 'VALIDATION' } }]);
  expect((await search('x', ada, { after: 'x' })).errors).toMatchObject([{ extensions: { code: 'VALIDATION' } }]);
});
