import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeCursor, turnCursor } from '../../../schema/cursor.ts';
import { asRevision } from '../../../schema/order.ts';
import { collect, openClients, type Result, subscribeBySse } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { type RequestedTurn, requestTurn } from './turns.ts';

const query = `subscription ($after: String) {
  viewerEvents(after: $after) { cursor type turnId conversationId conversation { title } }
}`;
const places = (turnId: string) => ({ query: `subscription { queuePlace(turnId: "${turnId}") }` });
const placesOf = (results: readonly Result[]) => results.map(({ data }) => data?.queuePlace);

const field = (results: readonly Result[], name: string) =>
  results.map(({ data }) => (data?.viewerEvents instanceof Object ? Reflect.get(data.viewerEvents, name) : undefined));

const story = ['ConversationOpened', 'TurnRequested', 'TurnQueued', 'TurnStarted', 'TurnCompleted'];

describe('viewerEvents and queuePlace', () => {
  let house: House;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    house = await openHouse();
    [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
  });
  afterAll(() => house.close());

  const client = openClients(() => house.wsUrl);
  const read = (person: Person, after: string, count: number) =>
    collect(client(person), { query, variables: { after } }, (results) => results.length === count);
  const open = async (person: Person) =>
    (await house.conversations.openConversation({ userId: person.id })).conversationId;
  const finish = async (turn: RequestedTurn) => {
    await turn.start();
    await turn.say('Hi', ' there');
    await turn.complete();
    await turn.straggle();
  };

  it("tells what happens to the viewer's conversations and turns from now on, without tokens, and from any cursor", async () => {
    const opened: string[] = [];
    let listening = false;
    const watching = collect(client(ada), { query }, (results) => {
      listening = true;
      return field(results, 'type').at(-1) === 'TurnCompleted';
    });
    while (!listening) {
      opened.push(await open(ada));
      await open(eve);
    }
    const turn = await requestTurn(house, ada);
    await requestTurn(house, eve);
    await finish(turn);
    const results = await watching;

    const [types, cursors] = [field(results, 'type'), field(results, 'cursor').map(String)];
    const { turnId, conversationId } = turn;
    expect(types.slice(-5)).toEqual(story);
    expect(field(results, 'conversationId')).toEqual([
      ...opened.slice(opened.length - (results.length - 5)),
      ...story.map(() => conversationId),
    ]);
    expect(field(results, 'turnId').slice(-5)).toEqual([null, turnId, turnId, turnId, turnId]);
    expect(field(results, 'conversation').at(-1)).toEqual({ title: 'Hello?' });
    for (const [index, cursor] of cursors.slice(0, -1).entries()) {
      const left = results.length - 1 - index;
      expect(await read(ada, cursor, left)).toEqual(results.slice(index + 1));
    }
    const next = read(ada, cursors.at(-1) ?? '', 1);
    const conversation = await open(ada);
    expect(field(await next, 'conversationId')).toEqual([conversation]);
  });

  it('shows no conversation once it is deleted', async () => {
    const before = storeCursor(house.store.id, await house.store.head());
    const conversationId = await open(ada);
    await house.conversations.deleteConversation({ userId: ada.id, conversationId });
    const results = await read(ada, before, 2);
    expect(field(results, 'type')).toEqual(['ConversationOpened', 'ConversationDeleted']);
    expect(field(results, 'conversation')).toEqual([null, null]);
  });

  it('says what a cursor is to whoever sends garbage', async () => {
    for (const after of ['garbage', '12', '', turnCursor(house.store.id, asRevision(1))]) {
      expect(await read(ada, after, 1)).toMatchObject([
        {
          errors: [{ message: "after: a cursor of this server's viewer events", extensions: { code: 'VALIDATION' } }],
        },
      ]);
    }
  });

  it('tells the place in the line, at once and when it changes, and completes when it is left', async () => {
    const bob = await house.signIn('Bob');
    const [first, second, third] = [
      await requestTurn(house, bob),
      await requestTurn(house, bob),
      await requestTurn(house, bob),
    ];
    const place = { query: `{ turn(id: "${third.turnId}") { place } }` };
    const [{ data } = {}] = await collect(client(bob), place);
    const begin = Number(data?.turn instanceof Object && Reflect.get(data.turn, 'place'));
    expect(begin).toBeGreaterThan(2);

    let told = 0;
    const bySocket = collect(client(bob), places(third.turnId), (results) => {
      told = results.length;
      return false;
    });
    const byResponse = (['GET', 'POST'] as const).map(async (method) => {
      const results: Result[] = [];
      const request = { headers: bob.headers, method, operation: places(third.turnId) };
      for await (const result of subscribeBySse(house.url, request)) results.push(result);
      return placesOf(results);
    });
    const cancel = ({ turnId }: RequestedTurn) => house.turns.cancelTurn({ userId: bob.id, turnId, why: 'done' });
    for (const [index, turn] of [first, second, third].entries()) {
      await vi.waitFor(() => expect(told).toBe(index + 1), 5_000);
      await cancel(turn);
    }
    expect(placesOf(await bySocket)).toEqual([begin, begin - 1, begin - 2, 0]);
    for (const shown of await Promise.all(byResponse)) {
      expect(shown.at(-1)).toBe(0);
      expect(shown).toEqual([...shown].sort((a, b) => Number(b) - Number(a)));
    }
    expect(placesOf(await collect(client(bob), places(first.turnId)))).toEqual([0]);
    const foreign = await collect(client(eve), places(third.turnId));
    expect(foreign).toMatchObject([{ errors: [{ extensions: { code: 'NOT_FOUND' } }] }]);
  });
});
