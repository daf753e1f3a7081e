import { type PageOf, pageOf } from '../../projections/keyset.ts';
import type { Page } from '../../projections/projection.ts';
import { parseStoreCursor, storeCursor } from '../../schema/cursor.ts';
import { isTerminal } from '../../schema/events/index.ts';
import { asPosition, asRevision, START } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { Batch, EventStore, Filter, ReadAllOptions, RecordedEvent } from '../eventstore/event-store.ts';
import { openPage } from '../eventstore/pages.ts';
import { boundsOf, type EventsAsked, filterOf } from './asked.ts';
import { revisionOf } from './points.ts';

const DEFAULT_PAGE = 50;
/** Events of a batch, at most, as it is handed on. */
const BATCH = 100;
/** In characters; one event alone may be larger. */
const BATCH_SIZE = 64 * 1024;
/** A filtered follower hears how far the log was read after this many positions, also where nothing passed the filter. */
const REPORT_EVERY = 1_000n;

type Bounds = { first: bigint | null; last: bigint | null };
type Reading = { direction: 'forwards' | 'backwards'; limit?: number; signal?: AbortSignal };

async function* readOneStream(store: EventStore, stream: string, { first, last }: Bounds, reading: Reading) {
  const isForwards = reading.direction === 'forwards';
  const begin = isForwards ? first : last === null ? null : last + 1n;
  const revision = begin === null ? null : await revisionOf(store, stream, asPosition(begin));
  if (!isForwards && revision === 0) return;
  const from = revision === null ? {} : { from: isForwards ? revision : asRevision(revision - 1) };
  for await (const event of store.readStream(stream, { ...reading, ...from })) {
    if (isForwards ? last !== null && event.position > last : first !== null && event.position < first) return;
    yield event;
  }
}

/** What was asked for between the bounds, as it is read. */
export const readAsked = (store: EventStore, asked: EventsAsked, bounds: Bounds, reading: Reading) => {
  const { stream, types } = asked;
  const { first, last } = bounds;
  if (stream !== undefined) {
    if (!types) return readOneStream(store, stream, bounds, reading);
    const { limit: _, ...all } = reading;
    return only(readOneStream(store, stream, bounds, all), types);
  }
  const [from, to] = reading.direction === 'forwards' ? [first, last] : [last, first];
  const options: ReadAllOptions = { ...reading, filter: filterOf(asked) };
  if (from !== null) options.from = asPosition(from);
  if (to !== null) options.to = asPosition(to);
  return store.readAll(options);
};

async function* only(events: AsyncIterable<RecordedEvent>, types: readonly string[]) {
  for await (const event of events) if (types.includes(event.type)) yield event;
}

/** @throws TurnlogError VALIDATION */
export const positionOfCursor = ({ id }: EventStore, cursor: string, name: string) => {
  const position = parseStoreCursor(id, cursor);
  if (position !== null) return position;
  throw new TurnlogError('VALIDATION', `${name}: a cursor of this server's log`);
};

const later = (a: bigint | null, b: bigint | null) => (a === null ? b : b === null || a > b ? a : b);
const earlier = (a: bigint | null, b: bigint | null) => (a === null ? b : b === null || a < b ? a : b);

/**
 * A page of what was asked for, in the order of the log: fewer events than asked for where they are large.
 * @throws TurnlogError VALIDATION for a wrong cursor
 */
export const pageOfEvents = async (
  store: EventStore,
  asked: EventsAsked,
  page: Page,
): Promise<PageOf<{ readonly event: RecordedEvent; readonly cursor: string }>> => {
  const cursor = (given: string | undefined, name: string, step: bigint) =>
    given === undefined ? null : positionOfCursor(store, given, name) + step;
  const { first, last } = await boundsOf(store, asked);
  const bounds = {
    first: later(first, cursor(page.after, 'after', 1n)),
    last: earlier(last, cursor(page.before, 'before', -1n)),
  };
  const isBackwards = page.last !== undefined && page.first === undefined;
  const size = page.first ?? page.last ?? DEFAULT_PAGE;
  const found: { event: RecordedEvent; cursor: string }[] = [];
  const kept = openPage(size);
  if (bounds.first === null || bounds.last === null || bounds.first <= bounds.last) {
    const direction = isBackwards ? 'backwards' : 'forwards';
    for await (const event of readAsked(store, asked, bounds, { direction, limit: size + 1 })) {
      found.push({ event, cursor: storeCursor(store.id, event.position) });
      if (kept.isFull()) break;
      kept.add(event);
    }
  }
  return pageOf(found, { ...page, [isBackwards ? 'last' : 'first']: kept.events.length });
};

/** Small enough each that no reader is sent a message of megabytes, whatever the events hold. */
function* partsOf(events: readonly RecordedEvent[]): Generator<readonly RecordedEvent[]> {
  let part: RecordedEvent[] = [];
  let size = 0;
  for (const event of events) {
    part.push(event);
    size += JSON.stringify(event.data).length;
    if (part.length < BATCH && size < BATCH_SIZE) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0) yield part;
}

/** The log from a position on (exclusive), then what comes, until the signal aborts. */
export async function* followEvents(
  store: EventStore,
  { after = START, filter }: { after?: typeof START; filter: Filter },
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let told = after;
  let wasCaughtUp = false;
  for await (const { events, position, caughtUp } of store.subscribeToAll({ after, filter, signal })) {
    let left = events.length;
    for (const part of partsOf(events)) {
      left -= part.length;
      const isLast = left === 0;
      told = isLast ? position : (part.at(-1)?.position ?? told);
      wasCaughtUp = isLast && caughtUp;
      yield { events: part, position: told, caughtUp: wasCaughtUp };
    }
    if (events.length > 0 || (caughtUp === wasCaughtUp && position - told < REPORT_EVERY)) continue;
    told = position;
    wasCaughtUp = caughtUp;
    yield { events, position, caughtUp };
  }
}

/** A turn's events from its beginning to its end; what has not come to pass yet is waited for. */
export async function* readTurn(store: EventStore, stream: string, signal: AbortSignal): AsyncGenerator<RecordedEvent> {
  for await (const { events } of store.subscribeToStream(stream, { signal })) {
    for (const event of events) {
      yield event;
      if (isTerminal(event)) return;
    }
  }
}
