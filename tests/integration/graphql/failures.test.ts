import type { Client } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collect, connect, failureOf, type Operation, post, type Result, subscribeBySse } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const messagesOf = (outer: string, inner: string) =>
  `conversations${outer} { edges { node { messages${inner} { edges { node { content } } } } } }`;
const tooMuch: [limit: string, Operation][] = [
  ['depth limit of 10', { query: `query ${'{ a '.repeat(11)}${'}'.repeat(11)}` }],
  ['Cost limit of 10000', { query: `{ ${messagesOf('(first: 100)', '(first: 100)')} }` }],
  [
    'Cost limit of 10000',
    { query: `query ($n: Int) { ${messagesOf('(first: $n)', '(last: $n)')} }`, variables: { n: 100 } },
  ],
  ['Cost limit of 10000', { query: `query ($n: Int = 100) { ${messagesOf('(first: $n)', '(first: $n)')} }` }],
  ['Cost limit of 10000', { query: `{ ${messagesOf('', '')} }` }],
  ['Aliases limit of 15', { query: `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: viewer { id }`).join(' ')} }` }],
  ['Token limit of 2000', { query: `{ ${'viewer { id } '.repeat(600)} }` }],
];
const fewEnough: Operation[] = [
  { query: `query ($n: Int, $m: Int) { ${messagesOf('(first: $n)', '(first: $m)')} }`, variables: { n: 10, m: 20 } },
  { query: `{ ${messagesOf('(first: 10)', '(last: 20)')} }` },
];

describe('what goes wrong', () => {
  let house: House;
  let ada: Person;
  const clients: Client[] = [];
  beforeAll(async () => {
    house = await openHouse();
    ada = await house.signIn('Ada');
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose();
  });
  afterAll(() => house.close());

  const client = () => {
    const made = connect(house.wsUrl, ada);
    clients.push(made);
    return made;
  };
  const ask = (operation: Operation, headers = {}) => post(house.url, { ...ada.headers, ...headers }, operation);
  /** The errors of an operation over the WebSocket, however they come. */
  const bySocket = async (operation: Operation): Promise<unknown> => {
    try {
      return (await collect(client(), operation))[0]?.errors;
    } catch (error) {
      return error;
    }
  };

  it('refuses what is too deep, costly, aliased or long, whichever way it comes', async () => {
    for (const [limit, operation] of tooMuch) {
      const errors = [{ message: expect.stringContaining(limit), extensions: { code: 'VALIDATION' } }];
      expect([limit, await ask(operation)]).toMatchObject([limit, { status: 400, body: { errors } }]);
      expect([limit, await bySocket(operation)]).toMatchObject([limit, errors]);
    }
    for (const operation of fewEnough) {
      expect(await ask(operation)).toMatchObject({ status: 200, body: { data: { conversations: { edges: [] } } } });
      expect(await bySocket(operation)).toBeUndefined();
    }
  });

  it('says what is wrong with a request', async () => {
    const wrong: [Operation, RegExp][] = [
      [{ query: '{ viewer {' }, /^Syntax Error/],
      [{ query: '{ nothing }' }, /^Cannot query field "nothing"/],
      [{ query: 'query ($id: ID!) { turn(id: $id) { id } }' }, /^Variable "\$id" of required type "ID!"/],
      [
        { query: 'query ($n: Int) { conversations(first: $n) { edges { cursor } } }', variables: { n: 'x' } },
        /^Variable "\$n" got invalid value/,
      ],
      [{ query: 'query A { viewer { id } } query B { viewer { id } }' }, /operation/],
    ];
    for (const [operation, message] of wrong) {
      const errors = [{ message: expect.stringMatching(message), extensions: { code: 'VALIDATION' } }];
      expect(await ask(operation)).toMatchObject({ status: 400, body: { errors } });
      expect(await bySocket(operation)).toMatchObject(errors);
    }
    const blank = await ask({ query: 'mutation { sendMessage(input: { message: " " }) { turnId } }' });
    expect(blank).toMatchObject({ status: 400, body: { errors: [{ message: 'message: must not be blank' }] } });
    const large = await ask({ query: `{ viewer { id } } # ${'x'.repeat(100_000)}` });
    expect(large).toMatchObject({ status: 413, body: { errors: [{ extensions: { code: 'VALIDATION' } }] } });
    expect(await failureOf(client(), { query: `{ viewer { id } } # ${'x'.repeat(100_000)}` })).toBe(1009);
  });

  it('answers with the status of the failure where all of it failed, and always without what is internal', async () => {
    const missing = { query: '{ turn(id: "x") { id } }' };
    expect((await ask(missing)).status).toBe(404);
    expect((await ask(missing, { accept: 'application/json' })).status).toBe(200);
    const sending = () => ask({ query: 'mutation { sendMessage(input: { message: "x" }) { turnId } }' });
    let answer = await sending();
    for (let sent = 1; sent < 10 && answer.status === 200; sent += 1) answer = await sending();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) };
    expect(answer.body.errors[0].extensions).toEqual(extensions);
  });

  it('masks what nobody expected, and logs it whole under the id that is shown', async () => {
    await house.sql.script('alter table api_tokens rename to api_tokens_away');
    try {
      const masked = [
        {
          message: 'unexpected error',
          path: ['viewer', 'apiTokens'],
          extensions: { code: 'UNEXPECTED', id: expect.any(String) },
        },
      ];
      const query = '{ viewer { apiTokens { id } } }';
      const { status, body } = await ask({ query });
      expect(status).toBe(500);
      expect(body).toEqual({ data: null, errors: [{ ...masked[0], locations: [expect.anything()] }] });
      const line = house.lines.find(({ id }) => id === body.errors[0].extensions.id);
      expect(line?.err?.message).toContain('api_tokens');
      expect(await bySocket({ query })).toMatchObject(masked);
    } finally {
      await house.sql.script('alter table api_tokens_away rename to api_tokens');
    }
  });

  it('answers a part that failed beside the parts that did not', async () => {
    await house.sql.script('alter table turns rename to turns_away');
    try {
      const { conversationId } = await house.conversations.openConversation({ userId: ada.id });
      const { status, body } = await ask({
        query: `{ conversation(id: "${conversationId}") { title activeTurn { id } } }`,
      });
      expect(status).toBe(200);
      expect(body.data.conversation).toEqual({ title: 'New conversation', activeTurn: null });
      expect(body.errors).toMatchObject([{ extensions: { code: 'UNEXPECTED' } }]);
    } finally {
      await house.sql.script('alter table turns_away rename to turns');
    }
  });

  it('tells readers that the server stops, which is not the end of the turn', async () => {
    const other = await openHouse();
    const bob = await other.signIn('Bob');
    const { turnId } = await requestTurn(other, bob);
    const operation = { query: `subscription { turnEvents(turnId: "${turnId}") { __typename } }` };
    const results: Result[] = [];
    const socket = connect(other.wsUrl, bob);
    const closed = failureOf(socket, operation);
    for await (const result of subscribeBySse(other.url, { headers: bob.headers, method: 'POST', operation })) {
      results.push(result);
      if (results.length === 2) await other.graphql.close();
    }
    expect(results[2]?.errors).toMatchObject([{ extensions: { code: 'STORE_UNAVAILABLE', retryable: true } }]);
    expect(await closed).toBe(1001);
    const late = await failureOf(connect(other.wsUrl, bob), operation);
    expect(late).toMatchObject({ message: 'Unexpected server response: 503' });
    await other.close();
  });
});
