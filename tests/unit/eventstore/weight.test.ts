import { expect, test } from 'vitest';
import { asPosition, asRevision } from '../../../schema/order.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { weightOf } from '../../../server/eventstore/weight.ts';

const event = (given: Partial<RecordedEvent>): RecordedEvent => ({
  id: 'event-1',
  type: 'Noted',
  data: {},
  metadata: null,
  stream: { name: 'thing-1', category: 'thing', userId: null, conversationId: null },
  revision: asRevision(0),
  position: asPosition(1n),
  recordedAt: new Date(0),
  ...given,
});

const large = 'x'.repeat(200_000);
const bytes = new Uint8Array(100_000);
const nothing = new Uint8Array();

test.each<[string, Partial<RecordedEvent>]>([
  ['a text', { data: { text: large } }],
  ['a text with metadata', { data: { text: '' }, metadata: { large } }],
  ['what stands beside a text', { data: { text: 'Look!', attachments: [{ filename: 'a.txt', text: large }] } }],
  ['what stands before a text', { data: { attachments: [large], text: 'Look!' } }],
  ['no text', { data: { result: { rows: [large] } } }],
  ['a text that is none', { data: { text: [large] } }],
  ['metadata', { metadata: { large } }],
  ['data and metadata', { data: { n: large.slice(100_000) }, metadata: { n: large.slice(100_000) } }],
  ['a payload', { payload: { json: false, data: bytes, metadata: bytes } }],
  ['a payload that is all metadata', { payload: { json: true, data: nothing, metadata: new Uint8Array(200_000) } }],
])('weighs %s', (_, given) => {
  const [weight, empty] = [weightOf(event(given)), weightOf(event({}))];
  expect(weight - empty).toBeGreaterThanOrEqual(199_990);
  expect(weight - empty).toBeLessThan(200_200);
});

test('weighs an event without content, too', () => {
  expect(weightOf(event({}))).toBeGreaterThan(100);
});

test('weighs an event again as before', () => {
  const noted = event({ data: { text: 'Look!', attachments: [large] } });
  expect(weightOf(noted)).toBe(weightOf(noted));
});
