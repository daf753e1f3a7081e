import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../server/auth/scopes.ts';
import { schema } from '../../../server/graphql/schema.ts';
import { rootOperations } from '../../support/root-fields.ts';
import { collect, connect, post, type Result, subscribeBySse } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';

describe('the scopes of a credential', () => {
  let house: House;
  let ada: Person;
  beforeAll(async () => {
    house = await openHouse();
    ada = await house.signIn('Ada');
    await house.sql.query('update users set is_admin = true where id = $1', [ada.id]);
  });
  afterAll(() => house.close());

  const token = async (...scopes: Scope[]) => {
    const owner = { userId: ada.id, scopes: ['chat', 'audit', 'admin'] as const };
    const { token } = await house.auth.createApiToken(owner, scopes.join(' '), scopes);
    return { authorization: `Bearer ${token}` };
  };
  const codesOf = async (headers: Record<string, string>, query: string) => {
    const body: Result = (await post(house.url, headers, { query })).body;
    return body.errors?.map(({ extensions }) => extensions?.code) ?? [];
  };

  const bySse = async (headers: Record<string, string>, query: string) => {
    for await (const { errors } of subscribeBySse(house.url, { headers, method: 'POST', operation: { query } }))
      return errors?.map(({ extensions }) => extensions?.code);
    return [];
  };
  const bySocket = async (connectionParams: Record<string, string>, query: string) => {
    const client = connect(house.wsUrl, { connectionParams });
    const [result] = await collect(client, { query });
    await client.dispose();
    return result?.errors?.map(({ extensions }) => extensions?.code);
  };

  it('open the chat to chat alone: queries, mutations, and what hangs on the viewer', async () => {
    const operations = [
      '{ conversations { edges { node { id } } } }',
      'mutation { createConversation { id } }',
      'mutation { createApiToken(name: "more") { token } }',
      '{ viewer { apiTokens { id } } }',
    ];
    for (const query of operations) {
      expect(await codesOf(await token('audit', 'admin'), query)).toEqual(['FORBIDDEN']);
      expect(await codesOf(await token('chat'), query)).toEqual([]);
    }
  });

  it('are told to whoever asks', async () => {
    const { body } = await post(house.url, await token('audit'), { query: '{ viewer { username scopes } }' });
    expect(body).toEqual({ data: { viewer: { username: 'Ada', scopes: ['AUDIT'] } } });
  });

  it('are needed for every root field but the viewer', async () => {
    const headers = await token('admin');
    await house.sql.query(`update api_tokens set scopes = '{}'`);
    const operations = rootOperations(schema).filter(({ name }) => name !== 'viewer');
    expect(new Set(operations.map(({ kind }) => kind)).size).toBe(3);
    for (const { kind, query } of operations) {
      const ways = kind === 'subscription' ? [bySse, bySocket] : [codesOf];
      for (const way of ways) expect([query, await way(headers, query)]).toEqual([query, ['FORBIDDEN']]);
    }
  });
});
