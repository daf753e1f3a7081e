import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
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
