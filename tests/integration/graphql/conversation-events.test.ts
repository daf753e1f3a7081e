import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCursor, turnCursor } from '../../../schema/cursor.ts';
import { asRevision } from '../../../schema/order.ts';
import { collect, openClients, type Result, subscribeBySse } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const query = `subscription ($id: ID!, $after: String) {
  conversationEvents(conversationId: $id, after: $after) { cursor type turnId messageId conversation { title pinned } }
}`;
const field = (results: readonly Result[], name: string) =>
  results.map(({ data }) =>
    data?.conversationEvents instanceof Object ? Reflect.get(data.conversationEvents, name) : undefined,
  );

describe('conversationEvents', () => {
  let house: House;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    house = await openHouse();
    [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
  });
  afterAll(() => house.close());

  const client = openClients(() => house.wsUrl);
  const read = (person: Person, variables: Record<string, unknown>, count = Number.POSITIVE_INFINITY) => {
    return collect(client(person), { query, variables }, (results) => results.length === count);
  };
  const now = async () => storeCursor(house.store.id, await house.store.head());

  it('tells what happens to one conversation and its turns, without tokens, from any cursor, until it is deleted', async () => {
    const before = await now();
    const turn = await requestTurn(house, ada);
    const { conversationId } = turn;
    const own = { userId: ada.id, conversationId };
    await requestTurn(house, ada); // in another conversation
    await turn.start();
    await turn.say('Hi', ' there');
    await turn.complete();
    await house.conversations.renameConversation({ ...own, title: 'Tides' });
    await house.conversations.pinConversation({ ...own, pinned: true });
    await house.branches.selectBranch(ada.id, turn.userMessageId);
    const again = await house.branches.regenerate(ada.id, { messageId: turn.assistantMessageId });
    const watching = read(ada, { id: conversationId.toUpperCase(), after: before });
    const seen = await read(ada, { id: conversationId, after: before }, 10);
    const cursors = field(seen, 'cursor').map(String);
    for (const [index, after] of cursors.slice(0, -1).entries()) {
      expect(await read(ada, { id: conversationId, after }, 9 - index)).toEqual(seen.slice(index + 1));
    }
    expect(field(seen, 'conversation').at(-1)).toEqual({ title: 'Tides', pinned: true });
    await house.conversations.deleteConversation(own);
    const told = await watching; // it completes by itself
    expect(field(told, 'type')).toEqual([
      ...['ConversationOpened', 'TurnRequested', 'TurnQueued', 'TurnStarted', 'TurnCompleted', 'ConversationRenamed'],
      ...[
        'ConversationPinned',
        'BranchSelected',
        'TurnRequested',
        'TurnQueued',
        'TurnCancelled',
        'ConversationDeleted',
      ],
    ]);
    expect(field(told, 'messageId').filter((id) => id !== null)).toEqual([
      ...[turn.assistantMessageId, turn.userMessageId, again.assistantMessageId],
    ]);
    expect(field(told, 'turnId')[8]).toBe(again.turnId);
    expect(await read(ada, { id: conversationId, after: before })).toMatchObject([
      { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
    ]);
  });

  it('begins at the moment without a cursor, by server-sent events too', async () => {
    const { conversationId } = await requestTurn(house, ada);
    const operation = { query, variables: { id: conversationId } };
    const stream = subscribeBySse(house.url, { headers: ada.headers, method: 'POST', operation });
    const first = stream.next();
    const heard = { any: false };
    const changing = (async () => {
      for (let n = 0; !heard.any; n += 1) {
        await house.conversations.renameConversation({ userId: ada.id, conversationId, title: `Title ${n}` });
      }
    })();
    const { value } = await first;
    heard.any = true;
    await changing;
    await stream.return();
    expect(field(value ? [value] : [], 'type')).toEqual(['ConversationRenamed']);
  });

  it('is its owner’s alone: to others it is missing, as what is nobody’s is', async () => {
    const { conversationId } = await requestTurn(house, ada);
    for (const id of [conversationId, '01890000-0000-7000-8000-000000000000', 'nonsense', '']) {
      expect(await read(eve, { id })).toMatchObject([
        { errors: [{ message: 'not found', extensions: { code: 'NOT_FOUND' } }] },
      ]);
    }
  });

  it('says what a cursor is to whoever sends garbage', async () => {
    const { conversationId } = await requestTurn(house, ada);
    for (const after of ['garbage', '12', '', turnCursor(house.store.id, asRevision(1))]) {
      expect(await read(ada, { id: conversationId, after })).toMatchObject([
        { errors: [{ message: "after: a cursor of this server's conversation events" }] },
      ]);
    }
  });
});
