import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../support/people.ts';
import type { Entry, Given } from './entries.ts';
import { routes } from './routes.ts';
import { nobodys, openWorld, secretOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Who = Entry['who'];
const those = <W extends Who>(who: W) =>
  Object.entries(routes).flatMap(([key, entry]): [string, Extract<Entry, { who: W }>][] =>
    entry.who === who ? [[key, entry as Extract<Entry, { who: W }>]] : [],
  );

const requestOf = (key: string, given: Record<string, unknown>, id: string) => {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/:\w+/, encodeURIComponent(id));
  const json = { 'content-type': 'application/json' };
  return { path, init: method === 'GET' ? { method } : { method, body: JSON.stringify(given), headers: json } };
};

/** What the person is answered: all that could tell one answer from another. */
const askAs = async (person: Person, key: string, given: Given, id = '') => {
  const { path, init } = requestOf(key, await world.fill(given, person), id);
  const response = await person.send(path, init);
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
};

describe('the table of access', () => {
  it('has a line for every route, and no other (routes.ts)', () => {
    expect(Object.keys(routes).sort()).toEqual([...world.routes].sort());
  });
});

describe('without a session nobody is answered', () => {
  const closed = Object.entries(routes).filter(([key, { who }]) => who !== 'anybody' && !/\/auth\/|metrics/.test(key));
  it.each(closed)('%s', async (key) => {
    const { path, init } = requestOf(key.replace(/^ALL/, 'POST'), {}, 'x');
    const response = await fetch(`${world.app.url}${path}`, init);
    expect(response.status).toBe(401);
    if (path !== '/graphql') expect(await response.json()).toEqual({ error: 'unauthorized' });
  });
});

describe("another's is as good as missing", () => {
  it.each(those('owner'))('%s', async (key, { kind, given }) => {
    const { ada, bob } = world;
    const hers = await world.make(kind, ada);
    const before = await world.everythingOf(ada);
    const [missing, ...more] = await Promise.all(nobodys().map((id) => askAs(bob, key, given, id)));
    expect(missing).toMatchObject({ status: 404, body: '{"error":"not found"}' });
    for (const answer of more) expect(answer).toEqual(missing);
    for (const id of [hers, hers.toUpperCase()]) expect(await askAs(bob, key, given, id)).toEqual(missing);
    expect(await askAs(world.root, key, given, hers)).toEqual(missing);
    expect(await world.everythingOf(ada)).toEqual(before);

    const own = await askAs(bob, key, given, await world.make(kind, bob));
    expect(own.status).toBe(200);
    expect(own.body).not.toContain(secretOf(ada));
  });
});

describe('what takes no id tells of the caller alone', () => {
  it.each(those('own'))('%s', async (key, { given }) => {
    const { ada, bob } = world;
    const hers = [await world.make('conversation', ada), ada.id, secretOf(ada)];
    const before = await world.everythingOf(ada);
    const { status, body } = await askAs(bob, key, given);
    expect(status).toBe(200);
    for (const mark of hers) expect(body).not.toContain(mark);
    expect(await world.everythingOf(ada)).toEqual(before);
  });
});

describe('what needs a scope', () => {
  it('is refused to who has none, before anything is said of an id', async () => {
    for (const [key, { given }] of those('scope')) {
      const { status } = await askAs(world.bob, key, given, 'x');
      expect([key, status]).toEqual([key, 403]);
    }
  });
});

describe('what everybody is told', () => {
  it.each(those('anybody'))('%s', async (key) => {
    await world.make('conversation', world.ada);
    const { path, init } = requestOf(key, {}, '');
    const text = await (await fetch(`${world.app.url}${path}`, init)).text();
    expect(text).not.toContain('secret');
    expect(text).not.toContain(world.ada.id);
  });
});

describe('POST /api/chat/stream', () => {
  it("begins a new conversation where another's is named, and reads nothing of hers", async () => {
    const { ada, bob } = world;
    const hers = await world.make('conversation', ada);
    const before = await world.everythingOf(ada);
    for (const conversationId of [hers, ...nobodys()]) {
      const { status, body } = await askAs(bob, 'POST /api/chat/stream', { message: 'Hello', conversationId });
      expect(status).toBe(200);
      expect(body).toContain('event: done');
      expect(body).not.toContain(`"conversationId":"${conversationId}"`);
      expect(body).not.toContain(secretOf(ada));
    }
    expect(await world.everythingOf(ada)).toEqual(before);
    // Nor does her key of a repeated request join his turn to hers.
    const keyed = (person: Person) =>
      person.sendJson('POST', '/api/chat/stream', { message: 'Same' }, { 'idempotency-key': 'shared' });
    const [first, second] = await Promise.all([keyed(ada), keyed(bob)].map(async (sent) => (await sent).text()));
    const idOf = (frames = '') => /"genId":"([^"]+)"/.exec(frames)?.[1];
    expect(idOf(first)).toBeDefined();
    expect(idOf(first)).not.toBe(idOf(second));
  });
});
