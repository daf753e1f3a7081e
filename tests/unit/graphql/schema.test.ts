import { readFileSync } from 'node:fs';
import { type DocumentNode, getNamedType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { eventSchemas } from '../../../schema/events/index.ts';
import { asPosition, asRevision } from '../../../schema/order.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { createMask } from '../../../server/graphql/errors.ts';
import { openResults } from '../../../server/graphql/results.ts';
import { printTurnlogSchema, schema } from '../../../server/graphql/schema.ts';
import { createLog } from '../../../server/log.ts';
import { samples, uuid } from '../../support/turn-samples.ts';

const recordedAt = new Date('2030-01-01T00:00:00Z');
const stream = { name: `turn-${uuid(1)}`, category: 'turn', userId: 'alice', conversationId: uuid(2) };

const recorded = (type: string, data: object): RecordedEvent => ({
  id: uuid(9),
  type,
  data,
  metadata: null,
  stream,
  revision: asRevision(7),
  position: asPosition(70n),
  recordedAt,
});

/** Of the fields that aren't scalars. */
const selections = new Map([
  ['Usage', '{ promptTokens completionTokens estimated }'],
  ['Block', '{ json }'],
  ['Source', '{ title }'],
]);

/** Selects every field of every event, each by a name of its own. */
const everything = (directive = ''): DocumentNode => {
  const fragments = Object.keys(eventSchemas.turn).map((name) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is not in the schema`);
    const fields = Object.values(type.getFields()).map(({ name: field, type: of }) => {
      return `${name}_${field}: ${field} ${selections.get(getNamedType(of).name) ?? ''}`;
    });
    return `... on ${name} ${directive} { ${fields.join(' ')} }`;
  });
  return parse(`subscription { turnEvents(turnId: "x") { __typename revision recordedAt ${fragments.join(' ')} } }`);
};

describe('the GraphQL schema', () => {
  it('is the one that schema/schema.graphql shows (npm run schema prints it)', () => {
    expect(readFileSync('schema/schema.graphql', 'utf8')).toBe(printTurnlogSchema());
  });

  it('has a type for every event of a turn', () => {
    const turnEvent = schema.getType('TurnEvent');
    const names = isInterfaceType(turnEvent) ? schema.getPossibleTypes(turnEvent).map(({ name }) => name) : [];
    expect(names.sort()).toEqual(Object.keys(eventSchemas.turn).sort());
  });

  // The first document runs compiled, the second, since it has directives, by the book.
  it.each([
    ['compiled', everything()],
    ['interpreted', everything('@include(if: true)')],
  ])('shows every event with all its data, %s', async (_, document) => {
    expect(validate(schema, document)).toEqual([]);
    const mask = createMask({ log: createLog('silent'), newId: () => 'id' });
    const contextValue = {
      deps: { store: { id: uuid(5) }, tools: [{ id: 'clock', progress: 'Looking at the clock' }] },
    };
    const resultOf = openResults(mask).of({ schema, document, contextValue });
    for (const [type, data] of Object.entries(samples)) {
      const { data: shown, errors } = await resultOf(recorded(type, data));
      expect(errors).toBeUndefined();
      const shownAs = type === 'BlockEmitted' ? { block: { json: samples.BlockEmitted.block } } : data;
      const progress = type === 'ToolStarted' && { ToolStarted_progress: 'Looking at the clock' };
      const named = Object.fromEntries(Object.entries(shownAs).map(([field, value]) => [`${type}_${field}`, value]));
      expect(shown).toEqual({
        turnEvents: {
          __typename: type,
          revision: 7,
          recordedAt: recordedAt.toISOString(),
          [`${type}_cursor`]: expect.any(String),
          [`${type}_revision`]: 7,
          [`${type}_recordedAt`]: recordedAt.toISOString(),
          [`${type}_id`]: uuid(9),
          [`${type}_type`]: type,
          [`${type}_stream`]: stream.name,
          [`${type}_position`]: '70',
          [`${type}_data`]: data,
          ...named,
          ...progress,
        },
      });
    }
  });

  it('shows JSON that is null as null', async () => {
    const document = parse('subscription { turnEvents(turnId: "x") { ... on ToolReturned { result } } }');
    const resultOf = openResults((error) => {
      throw error;
    }).of({ schema, document, contextValue: {} });
    const { data } = await resultOf(recorded('ToolReturned', { ...samples.ToolReturned, result: null }));
    expect(data).toEqual({ turnEvents: { result: null } });
  });
});
