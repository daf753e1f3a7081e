import { expect, test } from 'vitest';
import { asPosition, asRevision } from '../../../schema/order.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import type { Page } from '../../../server/eventstore/pages.ts';
import { openRecent } from '../../../server/eventstore/recent.ts';

const events = (name: string, from: number, count: number, text = 'word'): RecordedEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}-${from + n}`,
    type: 'TokenGenerated',
    data: { text },
    metadata: null,
    stream: { name, category: 'turn', userId: null, conversationId: null },
    revision: asRevision(from + n),
    position: asPosition(BigInt(from + n + 1)),
    recordedAt: new Date(0),
  }));

const idsOf = (found: Page | null) => found?.events.map(({ id }) => id);

test('keeps a stream from its first event on, and reads from any revision', () => {
  const recent = openRecent();
  recent.add('turn-a', events('turn-a', 0, 2));
  recent.add('turn-a', events('turn-a', 2, 2));
  expect(idsOf(recent.read('turn-a', asRevision(1), 2))).toEqual(['turn-a-1', 'turn-a-2']);
  expect(idsOf(recent.read('turn-a', asRevision(3), 100))).toEqual(['turn-a-3']);
  expect(idsOf(recent.read('turn-a', asRevision(4), 100))).toEqual([]);
  const hasMore = (from: number, limit: number) => recent.read('turn-a', asRevision(from), limit)?.more;
  expect([hasMore(0, 3), hasMore(0, 4), hasMore(4, 1)]).toEqual([true, false, false]);
});

test('does not know a stream of which it has missed the beginning', () => {
  const recent = openRecent();
  recent.add('turn-a', events('turn-a', 1, 2));
  expect(recent.read('turn-a', asRevision(1), 1)).toBeNull();
});

test('lets the streams go that grew longest ago, and for good', () => {
  const recent = openRecent(5_000);
  recent.add('turn-a', events('turn-a', 0, 2));
  recent.add('turn-b', events('turn-b', 0, 2));
  recent.add('turn-a', events('turn-a', 2, 2));
  recent.add('turn-c', events('turn-c', 0, 3));
  expect(recent.read('turn-b', asRevision(0), 1)).toBeNull();
  expect(idsOf(recent.read('turn-a', asRevision(0), 9))).toHaveLength(4);
  recent.add('turn-b', events('turn-b', 2, 1));
  expect(recent.read('turn-b', asRevision(0), 1)).toBeNull();
});

test('holds no stream that is larger than all of its room', () => {
  const recent = openRecent(5_000);
  recent.add('turn-a', events('turn-a', 0, 2));
  recent.add('turn-a', events('turn-a', 2, 1, 'x'.repeat(5_000)));
  expect(recent.read('turn-a', asRevision(0), 9)).toBeNull();
  recent.add('turn-b', events('turn-b', 0, 1));
  expect(idsOf(recent.read('turn-b', asRevision(0), 9))).toHaveLength(1);
});
