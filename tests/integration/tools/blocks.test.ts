import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { subscribeBySse } from '../graphql/client.ts';

let app: TestApp;
beforeAll(async () => {
  // No language model, no embedding server; what needs a network would fail.
  app = await startTestApp({ OLLAMA_URL: 'http://127.0.0.1:9' });
});
afterAll(() => app.close());

const ask = async (query: string, variables: object = {}) => {
  const { data, errors } = await (await app.post('/graphql', { query, variables })).json();
  expect(errors).toBeUndefined();
  return data;
};

const block = `{ __typename type title
  ... on ValueBlock { input result }
  ... on TextBlock { text }
  ... on TableBlock { columns rows }
  ... on DefinitionBlock { word senses { partOfSpeech meaning } }
  ... on MoonPhaseBlock { phase illumination next { phase at } } }`;
const turnEvents = `subscription ($turnId: ID!) { turnEvents(turnId: $turnId) {
  __typename
  ... on ToolStarted { tool progress }
  ... on ToolSkippedOffline { tool }
  ... on TokenGenerated { text }
  ... on BlockEmitted { block ${block} } } }`;

/** What the turn's events tell as they come, and what its answer holds when it is read again. */
const answerTo = async (message: string) => {
  const { sendMessage } = await ask(
    'mutation ($message: String!) { sendMessage(input: { message: $message }) { turnId conversationId } }',
    { message },
  );
  const { turnId, conversationId } = sendMessage;
  const live = [];
  const headers = { cookie: app.cookie };
  const operation = { query: turnEvents, variables: { turnId } };
  for await (const { data } of subscribeBySse(`${app.url}/graphql`, { headers, method: 'POST', operation })) {
    live.push(data?.turnEvents);
  }
  const { messages } = await ask(
    `query ($id: ID!) { messages(conversationId: $id, last: 1) { edges { node { role content blocks ${block} } } } }`,
    { id: conversationId },
  );
  return { live, stored: messages.edges[0].node };
};

describe('with no model and no network, a question is answered with a block of its type, live and read again', () => {
  test.each([
    ['What is 17 * 23?', { __typename: 'ValueBlock', input: '17 * 23', result: '391' }, 'Calculating'],
    ['convert 5 miles to km', { __typename: 'ValueBlock', result: '8.04672 km' }, 'Converting'],
    ['define serendipity', { __typename: 'DefinitionBlock', word: 'serendipity' }, 'Looking it up in the dictionary'],
    ["What's the date today?", { __typename: 'ValueBlock', input: 'Today' }, 'Looking at the clock'],
    ['What phase is the moon in tonight?', { __typename: 'MoonPhaseBlock' }, 'Looking at the moon'],
    ['When is Easter in Germany?', { __typename: 'TableBlock' }, 'Looking at the calendar'],
    ['Tell me a joke', { __typename: 'TextBlock', type: 'text' }, 'Choosing a joke'],
  ])('%s', async (message, expected, progress) => {
    const { live, stored } = await answerTo(message);
    expect(live).toContainEqual(expect.objectContaining({ __typename: 'ToolStarted', progress }));
    const emitted = live.flatMap((event) => (event instanceof Object && 'block' in event ? [event.block] : []));
    expect(emitted).toMatchObject([expected]);
    expect(stored).toMatchObject({ role: 'ASSISTANT', blocks: emitted });
    expect(stored.content).toMatch(/\S/);
  });
});

const typesOf = async (message: string) =>
  (await answerTo(message)).live.map((event) =>
    event instanceof Object && '__typename' in event ? event.__typename : '',
  );

describe('a user', () => {
  test('who turned a tool off is answered without it, until it is on again', async () => {
    const set = (disabled: string[]) =>
      ask('mutation ($disabled: [String!]) { setToolUse(input: { disabled: $disabled }) { offline } }', { disabled });
    await set(['calculator']);
    expect(await typesOf('What is 17 * 23?')).not.toContain('ToolStarted');
    await set([]);
    expect(await typesOf('What is 17 * 23?')).toContain('BlockEmitted');
  });

  test('from whom a tool is kept is answered without it', async () => {
    const { viewer } = await ask('{ viewer { id } }');
    const deny = (tools: string[]) =>
      ask('mutation ($id: ID!, $tools: [String!]!) { denyTools(userId: $id, tools: $tools) { offline } }', {
        id: viewer.id,
        tools,
      });
    await deny(['dictionary']);
    expect(await typesOf('define serendipity')).not.toContain('BlockEmitted');
    await deny([]);
  });

  test('who is offline gets no tool that needs the network, and every other', async () => {
    const set = (offline: boolean) =>
      ask('mutation ($offline: Boolean) { setToolUse(input: { offline: $offline }) { offline } }', { offline });
    await set(true);
    const { live, stored } = await answerTo('how is the weather in Paris today?');
    expect(live).toContainEqual({ __typename: 'ToolSkippedOffline', tool: 'weather' });
    expect(stored).toMatchObject({ blocks: [], content: expect.stringContaining('offline mode is on') });
    expect(await typesOf('convert 5 miles to km')).toContain('BlockEmitted');
    await set(false);
  });
});
