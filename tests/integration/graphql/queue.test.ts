import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, connect, post } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const fields = '{ lane limit running waiting turns { turnId isOwn username conversationId isRunning place waitsFor } }';

describe('the queue', () => {
  let house: House;
  let ada: Person;
  let bob: Person;
  let root: Person;
  beforeAll(async () => {
    house = await openHouse();
    ada = await house.signIn('Ada');
    bob = await house.signIn('Bob');
    root = await house.signIn('Root');
    await house.sql.query('update users set is_admin = true where id = $1', [root.id]);
  });
  afterAll(() => house.close());

  const chatOf = async ({ headers }: Person) => {
    const { body } = await post(house.url, headers, { query: `{ queue ${fields} }` });
    return body.data.queue[0];
  };

  it('shows people their own turns and what these wait for, an administrator all, and nobody a word of them', async () => {
    const first = await requestTurn(house, ada);
    await house.sql.query(`update turn_queue set status = 'running' where turn_id = $1`, [first.turnId]);
    const second = await requestTurn(house, ada, first.conversationId);
    const third = await requestTurn(house, bob);
    const fourth = await requestTurn(house, bob);
    expect(await chatOf(ada)).toMatchObject({
      lane: 'CHAT',
      limit: 1,
      running: 1,
      waiting: 3,
      turns: [
        {
          turnId: first.turnId,
          isOwn: true,
          conversationId: first.conversationId,
          isRunning: true,
          place: 0,
          waitsFor: null,
        },
        { turnId: second.turnId, isOwn: true, isRunning: false, waitsFor: 'CONVERSATION' },
      ],
    });
    expect((await chatOf(bob)).turns).toMatchObject([
      { turnId: third.turnId, username: 'Bob', waitsFor: 'SLOT' },
      { turnId: fourth.turnId, waitsFor: 'OWN_TURN' },
    ]);
    const all = (await chatOf(root)).turns;
    expect(all).toHaveLength(4);
    expect(
      all.every(
        ({ isOwn, conversationId }: { isOwn: boolean; conversationId: unknown }) => !isOwn && conversationId === null,
      ),
    ).toBe(true);
    expect(JSON.stringify(all)).not.toContain('Hello?');
  });

  it('is told as it is and as it changes', async () => {
    const client = connect(house.wsUrl, { headers: bob.headers });
    const query = `subscription { queueEvents ${fields} }`;
    let asked: Promise<unknown> | undefined;
    const waiting: unknown[] = [];
    const results = await collect(client, { query }, (seen) => {
      const chat = seen.at(-1)?.data?.queueEvents;
      const count = Array.isArray(chat) ? chat[0].waiting : undefined;
      waiting.push(count);
      asked ??= requestTurn(house, bob);
      return count === 4;
    });
    await asked;
    await client.dispose();
    expect(results.every(({ errors }) => errors === undefined)).toBe(true);
    expect([waiting[0], waiting.at(-1)]).toEqual([3, 4]);
  });

  it('ends, with everything else on the socket, when the session is revoked from elsewhere', async () => {
    const { headers } = await house.signIn('Cleo');
    const { body } = await post(house.url, headers, { query: '{ viewer { sessions { id isCurrent agent } } }' });
    expect(body.data.viewer.sessions).toMatchObject([{ isCurrent: true }]);
    const client = connect(house.wsUrl, { headers });
    const closed = new Promise((resolve) =>
      client.on('closed', (event) => resolve(event instanceof Object && 'code' in event && event.code)),
    );
    const reading = collect(client, { query: `subscription { queueEvents ${fields} }` }).catch(() => null);
    await expect.poll(async () => (await collect(client, { query: '{ viewer { id } }' })).length).toBe(1);
    const id = body.data.viewer.sessions[0].id;
    await post(house.url, headers, { query: `mutation { revokeSession(id: "${id}") }` });
    expect(await closed).toBe(4401);
    await reading;
  });
});
