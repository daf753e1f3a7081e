import { getNamedType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { blockSchema } from '../../../schema/blocks.ts';
import { asPosition, asRevision } from '../../../schema/order.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { openResults } from '../../../server/graphql/results.ts';
import { schema } from '../../../server/graphql/schema.ts';
import { blockSamples } from '../../support/block-samples.ts';
import { uuid } from '../../support/turn-samples.ts';

const recorded = (type: string, data: object): RecordedEvent => ({
  id: uuid(9),
  type,
  data,
  metadata: null,
  stream: { name: `turn-${uuid(1)}`, category: 'turn', userId: 'alice', conversationId: uuid(2) },
  revision: asRevision(7),
  position: asPosition(70n),
  recordedAt: new Date('2030-01-01T00:00:00Z'),
});

const blockTypes = () => {
  const block = schema.getType('Block');
  return isInterfaceType(block) ? schema.getPossibleTypes(block) : [];
};

/** All fields of the type, and of what is in them. */
const selectionOf = (type: unknown): string =>
  isObjectType(type)
    ? `{ ${Object.values(type.getFields())
        .map(({ name, type: of }) => `${name} ${selectionOf(getNamedType(of))}`)
        .join(' ')} }`
    : '';

/** Each field of each type by a name of its own: two types may have one name for different things. */
const fragments = blockTypes().map((type) => {
  const fields = Object.values(type.getFields()).map(
    ({ name, type: of }) => `${type.name}_${name}: ${name} ${selectionOf(getNamedType(of))}`,
  );
  return `... on ${type.name} { ${fields.join(' ')} }`;
});

const shown = async (fields: string, type: string, data: object) => {
  const document = parse(`subscription { turnEvents(turnId: "x") { ... on ${type} { ${fields} } } }`);
  expect(validate(schema, document)).toEqual([]);
  const resultOf = openResults((error) => {
    throw error;
  }).of({ schema, document, contextValue: {} });
  const result = await resultOf(recorded(type, data));
  expect(result.errors).toBeUndefined();
  return result.data?.turnEvents;
};

const blockShown = (block: unknown) => shown(`block { __typename ${fragments.join(' ')} }`, 'BlockEmitted', { block });

describe('blocks', () => {
  it('have a type each, and one for those that nobody knows', () => {
    const names = blockTypes().map(({ name }) => name);
    expect(names).toHaveLength(blockSchema.options.length + 1);
    expect(names).toEqual(expect.arrayContaining(['WeatherBlock', 'SearchResultsBlock', 'UnknownBlock']));
  });

  it.each(Object.entries(blockSamples))('show all that they hold: %s', async (type, block) => {
    const name = `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Block`;
    const fields = Object.entries(block).map(([field, value]) => [`${name}_${field}`, value]);
    expect(await blockShown(block)).toMatchObject({
      block: { __typename: name, [`${name}_json`]: block, ...Object.fromEntries(fields) },
    });
  });

  it('show null for what a block may lack, and does', async () => {
    const { detail: _, ...block } = blockSamples.value;
    expect(await blockShown(block)).toMatchObject({ block: { ValueBlock_detail: null } });
  });

  it.each([
    ['a type of tomorrow', { type: 'hologram', title: 'Depth', layers: [1, 2] }, 'hologram', 'Depth'],
    ['a known type with parts of another day', { type: 'weather', title: 'Rain', sky: 'grey' }, 'weather', 'Rain'],
    [
      'an address that a client must not follow',
      { ...blockSamples.map_link, url: 'javascript:alert(1)' },
      'map_link',
      'Paris, France',
    ],
    ['no type at all', { rows: [1] }, 'unknown', 'unknown'],
    ['no object', 7, 'unknown', 'unknown'],
    ['nothing', null, 'unknown', 'unknown'],
  ])('are unknown, never an error, with %s', async (_, block, type, title) => {
    expect(await blockShown(block)).toMatchObject({
      block: {
        __typename: 'UnknownBlock',
        UnknownBlock_type: type,
        UnknownBlock_title: title,
        UnknownBlock_json: block,
      },
    });
  });
});

it('shows sources in their order, whatever became of them', async () => {
  const sources = [
    { title: 'Tide', url: 'https://example.org/tide', snippet: 'Rise and fall' },
    { title: 'A trap', url: 'javascript:alert(1)' },
    { url: 'https://example.org/nameless' },
    'a book',
  ];
  expect(await shown('sources { title url snippet }', 'SourcesCited', { sources })).toEqual({
    sources: [
      sources[0],
      { title: 'A trap', url: null, snippet: null },
      { title: 'https://example.org/nameless', url: 'https://example.org/nameless', snippet: null },
      { title: 'A source', url: null, snippet: null },
    ],
  });
});
