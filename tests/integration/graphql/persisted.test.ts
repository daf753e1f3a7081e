import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHash, hashOf } from '../../../web/graphql/persisted.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { collect, connect, post } from './client.ts';

const head = '{ head }';
const makeToken = 'mutation { createApiToken(name: "script") { token } }';
const other = '{ viewer { username } }';
const hashed = (text: string) => ({ query: '', extensions: byHash(hashOf(text)) });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PERSISTED_ONLY: '1', INTROSPECTION: '0' });
  // What a build of the web client leaves.
  await mkdir(join(app.dataDir, 'web'));
  const listed = Object.fromEntries([head, makeToken].map((text) => [hashOf(text), text]));
  await writeFile(join(app.dataDir, 'web', 'operations.json'), JSON.stringify(listed));
  await app.restart();
});
afterAll(() => app.close());

const ask = (operation: { query: string }, headers: Record<string, string> = { cookie: app.cookie }) =>
  post(`${app.url}/graphql`, headers, operation);
const bySocket = async (operation: { query: string }) => {
  const client = connect(`${app.url.replace('http', 'ws')}/graphql`, { headers: { cookie: app.cookie } });
  try {
    return await collect(client, operation);
  } finally {
    await client.dispose();
  }
};

describe('the operations of the web client', () => {
  it('are known by their hashes, over HTTP and over a socket', async () => {
    for (const operation of [hashed(head), { query: head }]) {
      expect((await ask(operation)).body).toEqual({ data: { head: expect.any(String) } });
      expect(await bySocket(operation)).toEqual([{ data: { head: expect.any(String) } }]);
    }
  });

  it('are all that a session may ask', async () => {
    expect(await ask({ query: other })).toMatchObject({
      status: 403,
      body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    });
    await expect(bySocket({ query: other })).rejects.toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const unknown = { message: 'PersistedQueryNotFound', extensions: { code: 'NOT_FOUND' } };
    expect(await ask(hashed(other))).toMatchObject({ status: 404, body: { errors: [unknown] } });
    await expect(bySocket(hashed(other))).rejects.toMatchObject([unknown]);
  });

  it('are not all that a token may ask; but for the schema, where that is off', async () => {
    const made = await ask(hashed(makeToken));
    const headers = { authorization: `Bearer ${made.body.data.createApiToken.token}` };
    expect((await ask({ query: other }, headers)).body).toEqual({ data: { viewer: { username: 'admin' } } });
    const schema = await ask({ query: '{ __schema { __typename } }' }, headers);
    expect(schema).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'VALIDATION' } }] } });
    expect((await ask({ query: '{ __typename }' }, headers)).body).toEqual({ data: { __typename: 'Query' } });
  });

  it('leave no room for GraphiQL', async () => {
    expect(app.routes.filter((route) => route.includes('graphiql'))).toEqual([]);
    expect((await app.fetch('/graphiql', { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
