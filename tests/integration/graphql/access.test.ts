import type { Client } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { collect, connect, failureOf, post, type Result, subscribeBySse } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const viewer = { query: '{ viewer { username isAdmin } }' };
const viewerEvents = { query: 'subscription { viewerEvents { type } }' };
const refused = { errors: [{ message: 'unauthorized', extensions: { code: 'UNAUTHENTICATED' } }] };

describe('who may use GraphQL', () => {
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

  const client = (options: Parameters<typeof connect>[1]) => {
    const made = connect(house.wsUrl, options);
    clients.push(made);
    return made;
  };
  const bearer = async () => {
    const { token, id } = await house.auth.createApiToken({ userId: ada.id, scopes: ['chat'] }, 'script');
    return { id, authorization: `Bearer ${token}` };
  };
  const signOut = async ({ headers }: Person) => {
    const identity = await house.auth.authenticate({ headers: new Headers(headers) });
    if (identity) await house.auth.logout(identity);
  };
  /** The code that the socket is closed with. */
  const closing = (made: Client) =>
    new Promise<number>((resolve) => {
      made.on('closed', (event) => resolve(event instanceof Object && 'code' in event ? Number(event.code) : 0));
    });

  it('takes a session and a bearer token over HTTP, and nobody without', async () => {
    const { authorization } = await bearer();
    for (const headers of [ada.headers, { authorization }]) {
      const { status, body } = await post(house.url, headers, viewer);
      expect({ status, body }).toEqual({
        status: 200,
        body: { data: { viewer: { username: 'Ada', isAdmin: false } } },
      });
    }
    for (const headers of [{}, { authorization: 'Bearer tl_x' }, { cookie: 'turnlog_session=x' }]) {
      expect(await post(house.url, headers, viewer)).toMatchObject({ status: 401, body: refused });
      expect(await post(house.url, headers, { query: '{ __schema { types { name } } }' })).toMatchObject({
        status: 401,
      });
    }
  });

  it('takes them by WebSocket, the token in the upgrade or in connectionParams', async () => {
    const { authorization } = await bearer();
    const ways = [{ headers: ada.headers }, { headers: { authorization } }, { connectionParams: { authorization } }];
    for (const way of ways) {
      expect(await collect(client(way), viewer)).toEqual([{ data: { viewer: { username: 'Ada', isAdmin: false } } }]);
    }
    const strangers = [
      {},
      { headers: { cookie: 'turnlog_session=x' } },
      { connectionParams: { authorization: 'Bearer tl_x' } },
      { headers: ada.headers, connectionParams: { authorization: 'Bearer tl_x' } },
      { connectionParams: { authorization: 7 } },
    ];
    for (const way of strangers) expect(await failureOf(client(way), viewer)).toBe(4401);
  });

  it("closes the sockets of other sites' pages, unless they hold a token", async () => {
    const foreign = { origin: 'http://evil.example' };
    expect(await failureOf(client({ headers: { ...ada.headers, ...foreign } }), viewer)).toBe(4403);
    expect(await failureOf(client({ headers: { ...ada.headers, origin: 'null' } }), viewer)).toBe(4403);
    const { authorization } = await bearer();
    const way = { headers: foreign, connectionParams: { authorization } };
    expect(await collect(client(way), viewer)).toHaveLength(1);
    const own = { origin: new URL(house.url).origin };
    expect(await collect(client({ headers: { ...ada.headers, ...own } }), viewer)).toHaveLength(1);
    const sse = { ...ada.headers, ...foreign, accept: 'text/event-stream' };
    expect((await fetch(`${house.url}?query=subscription{viewerEvents{type}}`, { headers: sse })).status).toBe(403);
  });

  it('serves no operation before the connection was accepted, nor another protocol or path', async () => {
    const open = (url: string, protocol: string, first?: object) =>
      new Promise<unknown>((resolve) => {
        const socket = new WebSocket(url, protocol, { headers: ada.headers });
        socket.on('open', () => first && socket.send(JSON.stringify(first)));
        socket.on('close', resolve);
        socket.on('error', ({ message }) => resolve(message));
      });
    const subscribe = { id: '1', type: 'subscribe', payload: viewer };
    expect(await open(house.wsUrl, 'graphql-transport-ws', subscribe)).toBe(4401);
    expect(await open(house.wsUrl, 'graphql-transport-ws', { type: 'nonsense' })).toBe(4400);
    expect(await open(`${house.wsUrl}x`, 'graphql-transport-ws')).toBe('Unexpected server response: 404');
    expect(await open(house.wsUrl, 'graphql-ws')).toBe('Server sent no subprotocol');
  });

  it('closes the socket within a second of the end of its session or token', async () => {
    const bob = await house.signIn('Bob');
    const { id, authorization } = await bearer();
    const ends: [Parameters<typeof connect>[1], () => Promise<void>][] = [
      [bob, () => signOut(bob)],
      [{ connectionParams: { authorization } }, () => house.auth.revokeApiToken(ada.id, id)],
    ];
    for (const [way, end] of ends) {
      const made = client(way);
      const closed = closing(made);
      const running = failureOf(made, viewerEvents);
      await collect(made, viewer);
      const before = performance.now();
      await end();
      expect(await closed).toBe(4401);
      expect(performance.now() - before).toBeLessThan(1_000);
      expect(await running).toBe(4401);
    }
  });

  it('ends streamed responses with the session, and says why', async () => {
    for (const [name, method] of [
      ['Cleo', 'GET'],
      ['Dora', 'POST'],
    ] as const) {
      const person = await house.signIn(name);
      const turn = await requestTurn(house, person);
      const operation = { query: `subscription { turnEvents(turnId: "${turn.turnId}") { __typename } }` };
      const results: Result[] = [];
      for await (const result of subscribeBySse(house.url, { headers: person.headers, method, operation })) {
        results.push(result);
        if (results.length === 2) await signOut(person);
      }
      expect(results).toHaveLength(3);
      expect(results[2]).toEqual({
        errors: [{ message: 'the session has ended', extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
  });
});
