import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Mine } from '../access/entries.ts';
import { fields } from '../access/graphql-fields.ts';
import { type Ask, allAsks, operationOf } from '../access/schema-walk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'user=0,address=0' });
});
afterAll(() => app.close());

/** What only somebody who knows the code would say: places in it, its libraries' words, statements, other machines. */
const inside =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|node:internal|\.[cm]?[jt]sx?:\d+|\/(?:work|home|tmp|usr)\/|\b(?:Type|Reference|Syntax|Range|Zod|Database)Error\b|ECONN|ENOENT|\b(?:select|insert into|update|delete from) \w+|syntax error|constraint|relation "|column "|pglite|postgres|cannot read|is not a function|stack|originalError|unexpected error/i;

const strings = ['', 'x', '\u0000', '\ud800', "'; --", '9'.repeat(400), 'x'.repeat(40_000), randomUUID()];
const wrong: readonly unknown[] = [...strings, null, -1, 1.5, true, [], [null], {}, { x: 1 }];

/** One string that tells how it was asked and what was wrong with the answer, where something was. */
const faultOf = async (asked: string, response: Response): Promise<string[]> => {
  const text = (await response.text()).replace('"kind":"pglite"', ''); // of the health, on purpose
  const told = `${text}\n${JSON.stringify(Object.fromEntries(response.headers))}`;
  const isWrong = response.status >= 500 || inside.test(told);
  return isWrong ? [`${asked.slice(0, 300)}: ${response.status} ${inside.exec(told)?.[0]} ${text.slice(0, 300)}`] : [];
};

describe('however wrong a request is, the answer tells nothing of the inside', () => {
  const answered = (route: string) => !/openapi|graphiql|\/graphql|import$/.test(route);
  const ids = strings.map((id) => encodeURIComponent(id.toWellFormed())).filter((id) => id.length < 8_000);

  it('by REST: ids, queries and headers', async () => {
    const faults: string[] = [];
    for (const route of app.routes.filter(answered)) {
      const [method = '', path = ''] = route.split(' ');
      for (const id of [...ids, '%E0%A4%A', '..%2f..%2fme']) {
        const query = `?since=${id}&projectId=${id}&from=${id}&to=${id}&types=${id}&stream=${id}&name=${id}`;
        const headers = { 'last-event-id': id, 'idempotency-key': id, 'x-request-id': id, range: 'bytes=x' };
        const asked = path.replace(/:\w+/, id || '%20');
        const response = await app.fetch(asked + query, { method, headers });
        faults.push(...(await faultOf(`${method} ${asked}`, response)));
      }
    }
    expect(faults).toEqual([]);
  });

  it('by REST: bodies', async () => {
    const faults: string[] = [];
    const bodies = ['', '{', '{"message":', '\u0000', '[{}]', `${'['.repeat(20_000)}`];
    const keys = ['message', 'title', 'pinned', 'username', 'password', 'token', 'attachments', 'conversationId'];
    const objects = wrong.flatMap((value) => [value, Object.fromEntries(keys.map((key) => [key, value]))]);
    const sent = [...bodies, ...objects.map((value) => JSON.stringify(value))];
    for (const route of app.routes.filter((name) => /^(POST|PATCH|PUT) \/api/.test(name))) {
      const [method = '', path = ''] = route.split(' ');
      if (/rebuild/.test(path)) continue; // takes none
      for (const body of sent) {
        // A connection each: the server closes one whose body it had no need to read.
        const headers = { 'content-type': 'application/json', connection: 'close' };
        const response = await app.fetch(path.replace(/:\w+/, randomUUID()), { method, body, headers });
        faults.push(...(await faultOf(`${method} ${path} ${body}`, response)));
      }
    }
    expect(faults).toEqual([]);
  });

  const givenOf = ({ key }: Ask): Record<string, unknown> => {
    const entry = fields[key];
    const given = entry && 'given' in entry ? entry.given : {};
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value instanceof Mine ? randomUUID() : value]),
    );
  };
  /** The argument as a whole, and each field of an input object by itself. */
  const variantsOf = (ask: Ask): Record<string, unknown>[] =>
    ask.field.args.flatMap(({ name, type }) => {
      const given = givenOf(ask);
      const parts = /\w+Input/.test(String(type)) ? ['message', 'conversationId', 'userId', 'model', 'language'] : [];
      return wrong.flatMap((value) => [
        { ...given, [name]: value },
        ...parts.map((part) => ({ ...given, [name]: { message: 'x', [part]: value } })),
      ]);
    });

  it.each(['query', 'mutation'] as const)('by GraphQL: every %s', async (kind) => {
    const faults: string[] = [];
    for (const ask of allAsks.filter(({ operation }) => operation === kind)) {
      for (const given of variantsOf(ask)) {
        const operation = operationOf(ask, given, ask.idPath && !(ask.idPath in given) ? randomUUID() : undefined);
        const response = await app.post('/graphql', operation);
        faults.push(...(await faultOf(`${ask.key} ${JSON.stringify(given)}`, response)));
      }
    }
    expect(faults).toEqual([]);
  });

  it('by GraphQL: documents, and what stands around them', async () => {
    const faults: string[] = [];
    const queries = [
      '',
      '{',
      '{ nothing }',
      'query ($x: No) { head }',
      '{ ...F } fragment F on Query { ...F }',
      '\u0000',
      `${'{a'.repeat(500)}`,
    ];
    const bodies: unknown[] = [
      ...queries.map((query) => ({ query })),
      ...wrong,
      ...wrong.map((value) => ({ query: value })),
    ];
    bodies.push(...wrong.map((value) => ({ query: '{ head }', variables: value })));
    bodies.push(...wrong.map((value) => ({ query: '{ head }', operationName: value })));
    bodies.push(...wrong.map((value) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: value } } })));
    bodies.push(...wrong.map((value) => ({ query: '{ head }', extensions: value })));
    for (const body of bodies) {
      faults.push(...(await faultOf(JSON.stringify(body), await app.post('/graphql', body))));
    }
    for (const query of ['query=%7B', 'query={head}&variables=x', 'extensions=x', 'query={head}&variables=[]']) {
      faults.push(...(await faultOf(query, await app.fetch(`/graphql?${query}`))));
    }
    expect(faults).toEqual([]);
  });
});
