import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../server/auth/scopes.ts';
import type { Person } from '../../support/people.ts';
import { type Result, subscribeBySse } from '../graphql/client.ts';
import type { Entry, Given } from './entries.ts';
import { fields, nested } from './graphql-fields.ts';
import { type Ask, allAsks, nestedAsks, operationOf } from './schema-walk.ts';
import { nobodys, openWorld, secretOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What the person is answered; the first result of a subscription, null where it ends without one. */
const askAs = async (person: Person, ask: Ask, given: Given, id?: string): Promise<Result | null> => {
  const operation = operationOf(ask, await world.fill(given, person), id);
  if (ask.operation !== 'subscription') return (await person.sendJson('POST', '/graphql', operation)).json();
  const url = `${world.app.url}/graphql`;
  for await (const result of subscribeBySse(url, { headers: person.headers, method: 'POST', operation })) return result;
  return null;
};

const codesOf = (result: Result | null) => result?.errors?.map(({ extensions }) => extensions?.code) ?? [];
const entries = allAsks.map((ask): [string, Ask, Entry | undefined] => [ask.key, ask, fields[ask.key]]);
const those = <Who extends Entry['who']>(who: Who) =>
  entries.flatMap(([key, ask, entry]): [string, Ask, Extract<Entry, { who: Who }>][] =>
    entry?.who === who ? [[key, ask, entry as Extract<Entry, { who: Who }>]] : [],
  );

describe('the table of access', () => {
  it('has a line for all that can be asked by GraphQL, and no other (graphql-fields.ts)', () => {
    expect(Object.keys(fields).sort()).toEqual(allAsks.map(({ key }) => key).sort());
    expect(Object.keys(nested).sort()).toEqual([...nestedAsks].sort());
  });
});

describe('without a session nobody is answered', () => {
  it.each(entries)('%s', async (_, ask) => {
    const response = await fetch(`${world.app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operationOf(ask, {}, 'x')),
    });
    expect(response.status).toBe(401);
  });
});

describe("another's is as good as missing", () => {
  it.each(those('owner'))('%s', async (_, ask, { kind, given, foreign }) => {
    const { ada, bob } = world;
    const hers = await world.make(kind, ada);
    const before = await world.everythingOf(ada);
    const missing: (Result | null)[] = [];
    for (const id of nobodys()) missing.push(await askAs(bob, ask, given, id));
    for (const answer of missing) expect(answer).toEqual(missing[0]);
    for (const id of [hers, hers.toUpperCase()]) expect(await askAs(bob, ask, given, id)).toEqual(missing[0]);
    expect(codesOf(missing[0] ?? null)).toEqual(foreign === 'missing' ? ['NOT_FOUND'] : []);
    expect(await askAs(world.root, ask, given, hers)).toEqual(missing[0]);
    expect(await world.everythingOf(ada)).toEqual(before);

    const own = await askAs(bob, ask, given, await world.make(kind, bob));
    expect(codesOf(own)).toEqual([]);
    expect(own).not.toEqual(missing[0]);
    expect(JSON.stringify(own)).not.toContain(secretOf(ada));
  });
});

describe('what takes no id tells of the caller alone', () => {
  it.each(those('own').filter(([, ask]) => ask.operation !== 'subscription'))('%s', async (_, ask, { given }) => {
    const { ada, bob } = world;
    const hers = [await world.make('conversation', ada), await world.make('apiToken', ada), ada.id];
    const before = await world.everythingOf(ada);
    const answer = await askAs(bob, ask, given);
    expect(codesOf(answer)).toEqual([]);
    const text = JSON.stringify(answer);
    for (const mark of [secretOf(ada), ...hers]) expect(text).not.toContain(mark);
    expect(await world.everythingOf(ada)).toEqual(before);
  });

  it.each(those('own').filter(([, ask]) => ask.operation === 'subscription'))('%s', async (_, ask, { given }) => {
    const { ada, bob } = world;
    const url = `${world.app.url}/graphql`;
    const operation = operationOf(ask, given);
    const stream = subscribeBySse(url, { headers: bob.headers, method: 'POST', operation });
    const first = stream.next();
    // It begins with what comes after it: both go on speaking until his own is heard.
    const heard = { own: false };
    const speaking = (async () => {
      while (!heard.own) {
        await world.make('conversation', ada);
        await world.make('conversation', bob);
      }
    })();
    const text = JSON.stringify([await first, await stream.next(), await stream.next()]);
    heard.own = true;
    await stream.return();
    await speaking;
    expect(text).toContain(bob.username);
    expect(text).not.toContain(secretOf(ada));
  });
});

describe('what needs a scope', () => {
  it.each(those('scope'))('%s', async (_, ask, { given, scope, kind }) => {
    const { ada, bob, root } = world;
    const id = ask.idPath === null ? undefined : await world.make(kind, ada);
    expect(codesOf(await askAs(bob, ask, given, id))).toEqual(['FORBIDDEN']);
    for (const held of scopes) {
      // What anybody may make by a mere chat token is made by root's session.
      const filled = await world.fill(given, root);
      const codes = codesOf(await askAs(await world.withToken(root, held), ask, filled, id));
      expect([held, codes.includes('FORBIDDEN')]).toEqual([held, held !== scope]);
    }
  });
});

describe('what everybody is told', () => {
  it.each(those('anybody'))('%s', async (_, ask) => {
    await world.make('conversation', world.ada);
    const answers = [await askAs(world.bob, ask, {}), await askAs(world.ada, ask, {})];
    expect(answers[0]).toEqual(answers[1]);
    expect(JSON.stringify(answers)).not.toContain('secret');
  });
});
