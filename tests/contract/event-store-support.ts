import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Batch, EventStore, NewEvent, RecordedEvent } from '../../server/eventstore/event-store.ts';

/** A store of the suite's own; `close` frees it and what is behind it. */
export type OpenStore = () => Promise<{ store: EventStore; close(): Promise<void> }>;

export const newEvent = (n = 0, type = 'Noted'): NewEvent => ({ id: randomUUID(), type, data: { n } });
export const newEvents = (count: number, type?: string): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent(n, type));
/** In a category that no other test has, so that a filter tells its events from the others'. */
export const newCategory = (): string => `c${randomUUID().replaceAll('-', '')}`;
export const newStream = (category = 'thing'): string => `${category}-${randomUUID()}`;

export const readOut = async (events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent[]> => {
  const read: RecordedEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
};

export const revisionsOf = (events: readonly RecordedEvent[]): number[] => events.map(({ revision }) => revision);
export const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

export type Follower = {
  readonly batches: readonly Batch[];
  events(): RecordedEvent[];
  /** Waits until the events or batches satisfy an assertion. */
  until(assertion: () => void): Promise<void>;
  /** Waits for this many events in all. */
  untilSeen(count: number): Promise<RecordedEvent[]>;
  untilCaughtUp(): Promise<void>;
  readonly done: Promise<void>;
  stop(): Promise<void>;
};

/** Reads a subscription in the background; `pause`, where given, is waited for after each batch. */
export const follow = (
  subscribe: (signal: AbortSignal) => AsyncIterable<Batch>,
  pause?: () => Promise<unknown>,
): Follower => {
  const stopping = new AbortController();
  const batches: Batch[] = [];
  const seen: RecordedEvent[] = [];
  const read = async () => {
    for await (const batch of subscribe(stopping.signal)) {
      batches.push(batch);
      for (const event of batch.events) seen.push(event);
      await pause?.();
    }
  };
  const done = read();
  // Awaited by `stop`; until then a failure is no unhandled rejection.
  done.catch(() => undefined);
  // Copied: what comes later is not in it.
  const events = () => [...seen];
  const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 45_000, interval: 5 });
  return {
    batches,
    events,
    until,
    async untilSeen(count) {
      await until(() => expect(seen.length).toBeGreaterThanOrEqual(count));
      return events();
    },
    untilCaughtUp: () => until(() => expect(batches.some(({ caughtUp }) => caughtUp)).toBe(true)),
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
};

/** What every subscription promises of its positions: they never fall and never pass an event still to come. */
export const expectHonestPositions = (batches: readonly Batch[]): void => {
  let reported = -1n;
  for (const { events, position } of batches) {
    expect(events.filter((event) => event.position <= reported || event.position > position)).toEqual([]);
    expect(position).toBeGreaterThanOrEqual(reported);
    reported = position;
  }
};

export const conflict = (expected: unknown, actual: unknown) =>
  expect.objectContaining({ code: 'REVISION_CONFLICT', details: { expected, actual } });
export const invalid = expect.objectContaining({ code: 'VALIDATION' });
