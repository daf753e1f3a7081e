import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { storeCursor } from '../../../schema/cursor.ts';
import { START } from '../../../schema/order.ts';
import type { Scope } from '../../../server/auth/scopes.ts';
import { openPerson, type Person, startAppWithPeople } from '../../support/people.ts';
import { type Given, type IdKind, Mine } from './entries.ts';

/** Stands in everything that a person writes: whoever reads it has read something of hers. */
export const secretOf = ({ username }: Person) => `${username}-secret`;

const answerOf = async <T>(response: Response, shape: z.ZodType<T>): Promise<T> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return shape.parse(JSON.parse(text));
};

const ask = async <T>(person: Person, query: string, shape: z.ZodType<T>): Promise<T> =>
  (await answerOf(await person.sendJson('POST', '/graphql', { query }), z.object({ data: shape }))).data;

const identified = z.object({ id: z.string() });
const opened = z.object({ genId: z.string(), conversationId: z.string(), assistantMessageId: z.string() });

/** A conversation with a finished turn. */
const converse = async (person: Person) => {
  const response = await person.sendJson('POST', '/api/chat/stream', { message: `${secretOf(person)} says hello` });
  const frames = await response.text();
  const gen = /^event: gen\nid: 0\ndata: (.*)$/m.exec(frames)?.[1];
  if (!gen || !frames.includes('event: done')) throw new Error(`no turn: ${frames}`);
  return opened.parse(JSON.parse(gen));
};

/** How something of each kind comes to be a person's. A new kind of id is one line here. */
const makersOn = (storeId: string, root: Person): Record<IdKind, (person: Person) => Promise<string>> => ({
  conversation: async (person: Person) => (await converse(person)).conversationId,
  turn: async (person: Person) => (await converse(person)).genId,
  /** A question of hers. */
  message: async (person: Person) => {
    const { conversationId } = await converse(person);
    const response = await person.send(`/api/chat/conversations/${conversationId}`);
    const { messages } = await answerOf(response, z.object({ messages: z.array(identified).min(1) }));
    return messages[0]?.id ?? '';
  },
  apiToken: async (person: Person) =>
    (
      await ask(
        person,
        `mutation { createApiToken(name: "${secretOf(person)}") { apiToken { id } } }`,
        z.object({ createApiToken: z.object({ apiToken: identified }) }),
      )
    ).createApiToken.apiToken.id,
  /** With a conversation filed under it. */
  project: async (person: Person) => {
    const create = `mutation { createProject(name: "${secretOf(person)}") { id } }`;
    const { createProject: project } = await ask(person, create, z.object({ createProject: identified }));
    const file = `mutation { createConversation(title: "${secretOf(person)}", projectId: "${project.id}") { id } }`;
    await ask(person, file, z.object({ createConversation: identified }));
    return project.id;
  },
  answer: async (person: Person) => (await converse(person)).assistantMessageId,
  user: async (person: Person) => person.id,
  /** Signed in once more, elsewhere. */
  session: async (person: Person) => {
    const shape = z.object({ viewer: z.object({ sessions: z.array(identified) }) });
    const list = async () => (await ask(person, '{ viewer { sessions { id } } }', shape)).viewer.sessions;
    const before = new Set((await list()).map(({ id }) => id));
    await person.signInAgain();
    return (await list()).find(({ id }) => !before.has(id))?.id ?? '';
  },
  /** A link by which she can set her password. */
  invitation: async (person: Person) => {
    const reset = `mutation { resetPassword(userId: "${person.id}") { invitation { id } } }`;
    const shape = z.object({ resetPassword: z.object({ invitation: identified }) });
    return (await ask(root, reset, shape)).resetPassword.invitation.id;
  },
  /** The cursor before everything, for subscriptions that else begin with what comes. */
  beginning: async () => storeCursor(storeId, START),
});

/** Columns that a mere look changes. */
const volatile = new Set(['last_used_at', 'last_seen_at', 'expires_at']);

const healthy = z.object({
  projections: z.array(z.object({ lag: z.literal('0') })),
  queue: z.record(z.string(), z.object({ waiting: z.literal(0), running: z.literal(0) })),
});
const isSettled = (health: unknown) => healthy.safeParse(health).success;

export const openWorld = async () => {
  const house = await startAppWithPeople({ QUEUE_LIMITS: 'chat=20' });
  const { sql, app } = house;
  const [ada, bob, root] = [
    await house.signIn('ada'),
    await house.signIn('bob'),
    await house.signIn('root', { isAdmin: true }),
  ];
  const [store] = await sql.query<{ id: string }>('select id from store');
  const makers = makersOn(store?.id ?? '', root);
  const owned = await sql.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' order by table_name`,
  );

  return {
    ...house,
    routes: app.routes,
    ada,
    bob,
    root,
    make: (kind: IdKind, person: Person) => makers[kind](person),
    /** The person by an API token that is good for this scope alone. */
    async withToken(person: Person, held: Scope): Promise<Person> {
      const query = `mutation { createApiToken(name: "${held}", scopes: [${held.toUpperCase()}]) { token } }`;
      const shape = z.object({ createApiToken: z.object({ token: z.string() }) });
      const { createApiToken } = await ask(person, query, shape);
      const authorization = `Bearer ${createApiToken.token}`;
      return openPerson(app.url, person.username, { authorization }, person.id);
    },
    /** What is given, with ids of the person's where it says so. */
    async fill(given: Given, person: Person): Promise<Given> {
      const filled = Object.entries(given).map(async ([name, value]) => [
        name,
        value instanceof Mine ? await makers[value.kind](person) : value,
      ]);
      return Object.fromEntries(await Promise.all(filled));
    },
    /**
     * Every row of the database that is the person's, a digest a table: a new table with a `user_id` is in it by itself.
     * Waits until what happened so far has come to all read models.
     */
    async everythingOf(person: Person): Promise<Record<string, string>> {
      await expect.poll(async () => (await fetch(`${app.url}/api/health`)).json()).toSatisfy(isSettled);
      const digests: Record<string, string> = {};
      for (const { table_name: table } of owned) {
        const found = await sql.query(`select to_jsonb(t) as row from "${table}" t where t.user_id::text = $1`, [
          person.id,
        ]);
        const rows = found.map(({ row }) =>
          JSON.stringify(Object.entries(row ?? {}).filter(([column]) => !volatile.has(column))),
        );
        digests[table] = `${rows.length} ${createHash('sha256').update(rows.sort().join('\n')).digest('base64url')}`;
      }
      return digests;
    },
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Ids that are nobody's: one that could be, and some that couldn't. */
export const nobodys = () => [randomUUID(), 'x', '1', `${randomUUID()}'--`, '%00', '../../me'];
