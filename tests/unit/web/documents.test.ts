import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { turnEvents as known } from '../../../schema/events/turn.ts';
import * as admin from '../../../web/admin/documents.ts';
import * as audit from '../../../web/audit/documents.ts';
import * as branches from '../../../web/graphql/branch-documents.ts';
import * as documents from '../../../web/graphql/documents.ts';
import { TurnEvents } from '../../../web/graphql/turn-events.ts';
import * as projects from '../../../web/projects/documents.ts';
import * as search from '../../../web/search/documents.ts';
import * as settings from '../../../web/settings/documents.ts';
import * as tools from '../../../web/settings/tool-documents.ts';
import { UsageQuery } from '../../../web/usage/documents.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
const { statuses: _, ...auditDocuments } = audit;
const all = Object.entries({
  ...branches,
  ...documents,
  ...admin,
  ...projects,
  ...search,
  ...settings,
  ...tools,
  ...auditDocuments,
  TurnEvents,
  UsageQuery,
});

it.each(all)('%s is valid by the schema', (_, { source }) => {
  expect(validate(schema, parse(source))).toEqual([]);
});

const at = { cursor: 'c', revision: 7, recordedAt: '2030-01-01T00:00:00.000Z' };
const read = (turnEvents: object) => TurnEvents.data.safeParse({ turnEvents });

it('reads an event that it knows', () => {
  const token = { __typename: 'TokenGenerated', ...at, text: ' a\n' };
  expect(read(token).data?.turnEvents).toEqual(token);
});

it('takes the place of an event that it has no use for', () => {
  for (const type of ['ContextAssembled', 'SomethingOfTomorrow']) {
    expect(read({ __typename: type, ...at }).data?.turnEvents).toEqual({ __typename: 'Other', ...at });
  }
});

it('refuses a known event without its text instead of passing over it', () => {
  expect(read({ __typename: 'TokenGenerated', ...at }).success).toBe(false);
});

it('knows the end of a turn by every name that it has', () => {
  const ends = Object.keys(known).filter((type) => /^Turn(Completed|Failed|Cancelled)$/.test(type));
  const more = { model: 'm', finishReason: 'stop', reason: 'r', why: 'w', endModel: null };
  expect(ends).toHaveLength(3);
  for (const type of ends) expect(read({ __typename: type, ...at, ...more }).data?.turnEvents.__typename).toBe(type);
});
