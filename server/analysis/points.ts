import { z } from 'zod';
import { asPosition, asRevision, type Position, type Revision } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';

/** A place in the log: a position, or the first event that was recorded at a moment or after it. */
export type Point = Position | Date;

const ACCEPTED = 'a position such as 1200, or a moment in ISO 8601 such as 2030-01-31 or 2030-01-31T12:00:00Z';

export const point = z.string().transform((text, context): Point => {
  if (/^\d{1,18}$/.test(text)) return asPosition(BigInt(text));
  const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(text);
  if (moment.success) return new Date(moment.data);
  context.addIssue({ code: 'custom', message: ACCEPTED });
  return z.NEVER;
});

/** The least number from `low` on that `isReached`, which holds from somewhere on; `high` where it holds for none below. */
const leastThat = async (low: bigint, high: bigint, isReached: (n: bigint) => Promise<boolean>): Promise<bigint> => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) / 2n;
    if (await isReached(middle)) to = middle;
    else from = middle + 1n;
  }
  return from;
};

const one = async (events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent | null> => {
  for await (const event of events) return event;
  return null;
};

/** Found by halving: times rise with positions, as far as the database's clock does. */
export const positionOf = async (store: EventStore, at: Point): Promise<Position> => {
  if (!(at instanceof Date)) return at;
  const isReached = async (position: bigint) => {
    const event = await one(store.readAll({ from: asPosition(position), limit: 1 }));
    return event === null || event.recordedAt >= at;
  };
  return asPosition(await leastThat(1n, (await store.head()) + 1n, isReached));
};

/** The first revision of a stream that stands at the position or behind it. */
export const revisionOf = async (store: EventStore, stream: string, position: Position): Promise<Revision> => {
  const last = await one(store.readStream(stream, { direction: 'backwards', limit: 1 }));
  if (!last) return asRevision(0);
  const isReached = async (revision: bigint) => {
    const event = await one(store.readStream(stream, { from: asRevision(Number(revision)), limit: 1 }));
    return event === null || event.position >= position;
  };
  return asRevision(Number(await leastThat(0n, BigInt(last.revision) + 1n, isReached)));
};
