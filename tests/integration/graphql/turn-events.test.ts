import type { GraphQLFormattedError } from 'graphql';
import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, openClients, type Result } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';
import { type RequestedTurn, requestTurn } from './turns.ts';

const query = `subscription ($turnId: ID!, $after: String) {
  turnEvents(turnId: $turnId, after: $after) {
    __typename cursor revision
    ... on TurnRequested { text conversationId attachments }
    ... on TokenGenerated { text }
    ... on TurnCompleted { title usage { promptTokens completionTokens estimated } durations }
  }
}`;

const finished = ['TurnRequested', 'TurnQueued', 'TurnStarted', 'TokenGenerated', 'TokenGenerated', 'TurnCompleted'];

const eventsOf = (results: readonly Result[]) => results.map(({ data }) => data?.turnEvents);
const shapeOf = (results: readonly Result[], field: string) =>
  eventsOf(results).map((event) => (event instanceof Object ? Reflect.get(event, field) : event));

describe('turnEvents', () => {
  let house: House;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    house = await openHouse();
    [ada, eve] = [await house.signIn('Ada'), await house.signIn('Eve')];
  });
  afterAll(() => house.close());

  const connect = openClients(() => house.wsUrl);
  const client = (person = ada) => connect(person);
  const read = (turnId: string, after?: string, as = client()) => collect(as, { query, variables: { turnId, after } });
  /** A refused subscription has one result. */
  const refusalOf = async (turnId: string, after?: string, as?: Client) =>
    (await read(turnId, after, as)).map(({ data, errors }) => [data, errors?.map(said)]);
  const said = ({ message, extensions }: GraphQLFormattedError) => `${extensions?.code}: ${message}`;

  const finish = async (turn: RequestedTurn) => {
    await turn.start();
    await turn.say('Hel', 'lo\n"data: ');
    await turn.complete();
    return turn;
  };

  it('shows a finished turn from its beginning, each event as its type, and completes', async () => {
    const turn = await finish(await requestTurn(house, ada));
    const results = await read(turn.turnId);
    expect(shapeOf(results, '__typename')).toEqual(finished);
    expect(shapeOf(results, 'revision')).toEqual([0, 1, 2, 3, 4, 5]);
    const { conversationId } = turn;
    expect(eventsOf(results)[0]).toMatchObject({ text: 'Hello?', conversationId, attachments: [] });
    expect(eventsOf(results)[4]).toMatchObject({ text: 'lo\n"data: ' });
    expect(eventsOf(results)[5]).toMatchObject({
      title: 'Hello',
      usage: { promptTokens: 3, completionTokens: 2, estimated: false },
      durations: { answer: 12 },
    });
  });

  it('resumes behind every cursor and every revision, and completes behind the end at once', async () => {
    const turn = await finish(await requestTurn(house, ada));
    const cursors = shapeOf(await read(turn.turnId), 'cursor').map(String);
    for (const [revision, cursor] of cursors.entries()) {
      for (const after of [cursor, String(revision)]) {
        expect(shapeOf(await read(turn.turnId, after), '__typename')).toEqual(finished.slice(revision + 1));
      }
    }
    for (const after of ['6', '9999999999']) expect(await read(turn.turnId, after)).toEqual([]);
  });

  it('goes on live behind every cursor of a turn that runs, to the end, without loss or repeat', async () => {
    const turn = await requestTurn(house, ada);
    await turn.start();
    await turn.say('Hel');
    const one = client();
    const readers = ['-', '0', '1', '2', '3', '4', '7'].map((after) =>
      read(turn.turnId, after === '-' ? undefined : after, one),
    );
    await turn.say('lo\n"data: ');
    await turn.complete();
    const all = [0, 1, 2, 3, 4, 5];
    const shown = (await Promise.all(readers)).map((results) => shapeOf(results, 'revision'));
    expect(shown).toEqual([all, [1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4, 5], [4, 5], [5], []]);
  });

  it('shows every subscriber every event, one message each', async () => {
    const turn = await requestTurn(house, ada);
    const readers = Array.from({ length: 20 }, () => read(turn.turnId));
    await turn.start();
    for (let token = 0; token < 50; token += 1) await turn.say(String(token));
    await turn.complete();
    const expected = Array.from({ length: 54 }, (_, revision) => revision);
    for (const results of await Promise.all(readers)) expect(shapeOf(results, 'revision')).toEqual(expected);
  });

  it('stops at the end: requests to cancel that came too late are not shown', async () => {
    const turn = await finish(await requestTurn(house, ada));
    await turn.straggle();
    await turn.straggle();
    expect(shapeOf(await read(turn.turnId), '__typename')).toEqual(finished);
    expect(shapeOf(await read(turn.turnId, '4'), 'revision')).toEqual([5]);
    for (const after of ['5', '6', '7', '8']) expect(await read(turn.turnId, after)).toEqual([]);
  });

  it('shows a cancelled turn up to its end', async () => {
    const turn = await requestTurn(house, ada);
    const reading = read(turn.turnId);
    expect(await house.turns.cancelTurn({ userId: ada.id, turnId: turn.turnId, why: 'the user asked' })).toBe(true);
    expect(shapeOf(await reading, '__typename')).toEqual(['TurnRequested', 'TurnQueued', 'TurnCancelled']);
  });

  it('knows no difference between a foreign, a missing and a malformed id', async () => {
    const { turnId } = await finish(await requestTurn(house, ada));
    const missing = turnId.replace(/^.{8}/, '00000000');
    const notFound = [[undefined, ['NOT_FOUND: not found']]];
    expect(await refusalOf(turnId, undefined, client(eve))).toEqual(notFound);
    expect(await refusalOf(turnId, 'garbage', client(eve))).toEqual(notFound);
    for (const id of [missing, 'x', '', `${turnId}\u0000`, '../turn']) expect(await refusalOf(id)).toEqual(notFound);
    expect(shapeOf(await read(turnId.toUpperCase()), '__typename')).toEqual(finished);
  });

  it('says what a cursor is to whoever sends garbage', async () => {
    const { turnId } = await finish(await requestTurn(house, ada));
    const foreign = btoa('00000000-0000-4000-8000-000000000000/r/3');
    for (const after of ['garbage', '-1', '1.5', '', '99999999999', foreign]) {
      expect(await refusalOf(turnId, after)).toEqual([
        [undefined, ["VALIDATION: after: a cursor of this server's turn events, or a revision such as 12"]],
      ]);
    }
  });

  it('lets a subscriber leave while nothing happens, and the others stay', async () => {
    const turn = await requestTurn(house, ada);
    const one = client();
    const staying = read(turn.turnId, undefined, one);
    const left = await collect(one, { query, variables: { turnId: turn.turnId } }, (results) => results.length === 2);
    expect(left).toHaveLength(2);
    await finish(turn);
    expect(shapeOf(await staying, '__typename')).toEqual(finished);
  });
});
