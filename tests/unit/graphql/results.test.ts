import { GraphQLError, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { openResults } from '../../../server/graphql/results.ts';

let executed = 0;

const Event = new GraphQLObjectType({
  name: 'Event',
  fields: {
    text: {
      type: GraphQLString,
      args: { suffix: { type: GraphQLString } },
      resolve: ({ text }: { text: string }, { suffix }) => {
        executed += 1;
        if (text === 'late') return Promise.resolve(text);
        if (text === 'broken') throw new Error('secret');
        return `${text}${suffix ?? ''}`;
      },
    },
  },
});
const Subscription = new GraphQLObjectType({
  name: 'Subscription',
  fields: { events: { type: Event, args: { after: { type: GraphQLString } }, resolve: (event) => event } },
});
const Query = new GraphQLObjectType({ name: 'Query', fields: { x: { type: GraphQLString } } });
const schema = new GraphQLSchema({ query: Query, subscription: Subscription });

const document = parse(`
  subscription A($after: String, $suffix: String) { events(after: $after) { text(suffix: $suffix) } }
  subscription B($after: String) { events(after: $after) { shown: text } }`);

describe('the results of a subscription', () => {
  const mask = () =>
    new GraphQLError('masked', { path: ['events', 'text'], extensions: { code: 'UNEXPECTED', http: {} } });
  let results: ReturnType<typeof openResults>;
  beforeEach(() => {
    executed = 0;
    results = openResults(mask);
  });
  const of = (variableValues: Record<string, unknown>, operationName = 'A') =>
    results.of({ schema, document, operationName, variableValues });

  it('are made once for each event, whoever reads it and from wherever', async () => {
    const event = { text: 'a' };
    const shown = await Promise.all(['1', '2', '3'].map((after) => of({ after, suffix: '!' })(event)));
    expect(executed).toBe(1);
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]?.stringify()).toBe('{"data":{"events":{"text":"a!"}}}');
    expect(await of({ after: '1', suffix: '!' })({ text: 'b' })).toMatchObject({ data: { events: { text: 'b!' } } });
    expect(executed).toBe(2);
  });

  it('differ where what is selected differs', async () => {
    const event = { text: 'a' };
    expect((await of({ suffix: '!' })(event)).stringify()).toBe('{"data":{"events":{"text":"a!"}}}');
    expect((await of({ suffix: '?' })(event)).stringify()).toBe('{"data":{"events":{"text":"a?"}}}');
    expect((await of({})(event)).stringify()).toBe('{"data":{"events":{"text":"a"}}}');
    expect((await of({}, 'B')(event)).stringify()).toBe('{"data":{"events":{"shown":"a"}}}');
    expect(executed).toBe(4);
  });

  it('may come later, and are shared then, too', async () => {
    const event = { text: 'late' };
    const [one, two] = await Promise.all([of({})(event), of({})(event)]);
    expect(one).toBe(two);
    expect(one.stringify()).toBe('{"data":{"events":{"text":"late"}}}');
    expect(executed).toBe(1);
  });

  it('hold masked errors, without what is meant for HTTP', async () => {
    const { data, stringify } = await of({})({ text: 'broken' });
    expect(data).toEqual({ events: { text: null } });
    expect(JSON.parse(stringify())).toEqual({
      errors: [{ message: 'masked', path: ['events', 'text'], extensions: { code: 'UNEXPECTED' } }],
      data: { events: { text: null } },
    });
  });
});
