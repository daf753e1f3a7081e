import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { checkCost } from '../../../server/graphql/cost.ts';
import { schema } from '../../../server/graphql/schema.ts';
import { operations } from '../../../web/graphql/operations.ts';
import { hashOf } from '../../../web/graphql/persisted.ts';

test("every document of the client is listed for the server, and is right by the server's schema", () => {
  const written = import.meta.glob<string>('../../../web/**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const count = Object.values(written).reduce((sum, text) => sum + [...text.matchAll(/= document\(/g)].length, 0);
  expect(Object.keys(operations)).toHaveLength(count);
  for (const [hash, text] of Object.entries(operations)) {
    expect(hash).toBe(hashOf(text));
    expect(validate(schema, parse(text))).toEqual([]);
  }
});

test('none of them costs too much, also with the largest page', () => {
  for (const text of Object.values(operations)) {
    expect([text, checkCost({ schema, document: parse(text), variableValues: { first: 100 } })]).toEqual([text, null]);
  }
});
