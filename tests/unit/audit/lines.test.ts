import { expect, it } from 'vitest';
import { asPosition, asRevision } from '../../../schema/order.ts';
import { eventLine, lineOf, ndjson } from '../../../server/audit/lines.ts';
import type { RecordedEvent } from '../../../server/eventstore/event-store.ts';
import { uuid } from '../../support/turn-samples.ts';

const event: RecordedEvent = {
  id: uuid(1),
  type: 'TokenGenerated',
  data: { text: 'Zürich\n' },
  metadata: null,
  stream: { name: `turn-${uuid(2)}`, category: 'turn', userId: 'alice', conversationId: uuid(3) },
  revision: asRevision(4),
  position: asPosition(9_007_199_254_740_993n),
  recordedAt: new Date('2030-01-01T00:00:00Z'),
};

it('a line says all of an event, its position in full', () => {
  const line: unknown = JSON.parse(JSON.stringify(lineOf(event)));
  expect(eventLine.parse(line)).toEqual(lineOf(event));
  expect(line).toMatchObject({
    position: '9007199254740993',
    revision: 4,
    data: { text: 'Zürich\n' },
    userId: 'alice',
  });
  expect(line).not.toHaveProperty('payload');
});

it('a line carries the bytes that others wrote', () => {
  const payload = { json: false, data: Uint8Array.of(0, 255, 128), metadata: new Uint8Array() };
  const line = eventLine.parse(JSON.parse(JSON.stringify(lineOf({ ...event, data: {}, payload }))));
  expect(Buffer.from(line.payload?.data ?? '', 'base64')).toEqual(Buffer.of(0, 255, 128));
});

it('lines go out together, or one by one where they are waited for', async () => {
  const made: number[] = [];
  async function* lines() {
    for (const n of [1, 2, 3]) {
      made.push(n);
      yield { n };
    }
  }
  const chunks = async (size?: number) => {
    const texts: string[] = [];
    for await (const chunk of ndjson(lines(), size)) texts.push(Buffer.from(chunk).toString());
    return texts;
  };
  expect(await chunks()).toEqual(['{"n":1}\n{"n":2}\n{"n":3}\n']);
  expect(await chunks(0)).toEqual(['{"n":1}\n', '{"n":2}\n', '{"n":3}\n']);
  made.length = 0;
  await ndjson(lines(), 0).next();
  expect(made).toEqual([1]);
});
