import type { Position, Revision } from '../../schema/order.ts';
import type { Time } from '../time.ts';
import type { Payload } from './payload.ts';

export type ExpectedRevision = Revision | 'no_stream' | 'stream_exists' | 'any';

/** What a whole stream shares. Fixed by the append that creates the stream. */
export type Stream = {
  readonly name: string;
  readonly category: string;
  readonly userId: string | null;
  readonly conversationId: string | null;
};

/**
 * `data` and `metadata` are JSON objects, each at most 256 KiB serialised; `id` is a UUID and makes a repeat harmless.
 * What Turnlog did not write itself is a `payload` of at most 1 MiB, and `data` is empty.
 */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata?: object;
  readonly payload?: Payload;
};

export type RecordedEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object | null;
  readonly stream: Stream;
  readonly revision: Revision;
  readonly position: Position;
  readonly recordedAt: Date;
  readonly payload?: Payload;
};

export type AppendOptions = {
  readonly expectedRevision: ExpectedRevision;
  /** Read only when this append creates the stream. */
  readonly owner?: { readonly userId?: string; readonly conversationId?: string };
  /** The stream takes nothing after this append. */
  readonly closes?: boolean;
};

/** Of the last event of the append. */
export type AppendResult = { readonly revision: Revision; readonly position: Position };

/** Hears how the store does: called on the hot path, so it only counts. */
export type StoreObserver = {
  /** An append was answered, this many seconds after it was asked for. */
  appended(seconds: number): void;
  /** So many events went to the database together. */
  flushed(events: number): void;
  subscribers(change: 1 | -1): void;
};

/** What a store is opened with. */
export type StoreDeps = Pick<Time, 'elapsed' | 'sleep' | 'every'> & {
  readonly log: { warn(obj: object, msg: string): void };
  readonly newId: () => string;
  readonly observer?: StoreObserver;
};

/** Fields are and-ed, the values of one field are or-ed. */
export type Filter = {
  readonly categories?: readonly string[];
  readonly types?: readonly string[];
  readonly userId?: string;
  readonly conversationId?: string;
};

/**
 * What a subscription yields. `position` is how far the store was scanned, past events that a filter left out, so that
 * checkpoints move. `caughtUp` marks that nothing older is left to read, as far as this process has heard; it may come
 * with no events.
 */
export type Batch = {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
  readonly caughtUp: boolean;
};

export type Direction = 'forwards' | 'backwards';
/** `from` and `to` are inclusive; without `from` a read begins at its direction's first event. */
export type ReadStreamOptions = {
  from?: Revision;
  direction?: Direction;
  limit?: number;
  /** What this process has heard will do: for whoever appends at the revision that he read, or needs no more than a hint. */
  heard?: boolean;
  signal?: AbortSignal;
};
export type ReadAllOptions = {
  from?: Position;
  to?: Position;
  direction?: Direction;
  limit?: number;
  filter?: Filter;
  signal?: AbortSignal;
};

/**
 * The log. Appends are atomic per call, in order per stream, durable when answered, and idempotent by event id: the same
 * events again give the first answer (where any revision will do: while they are among the stream's last 1,024), some of
 * them again are a conflict.
 * @throws TurnlogError REVISION_CONFLICT (details `expected`, `actual`), REJECTED (the stream was closed), VALIDATION (none,
 *   too large, or not storable), STORE_UNAVAILABLE (retryable: the outcome is unknown, retry with the same ids; not retryable:
 *   the store is closed)
 */
export interface EventStore {
  /** Names this store in cursors; made once, kept with the data. */
  readonly id: string;
  append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult>;
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;
  /** Everything after `after` (exclusive; without it, from the first event), then what comes, until the signal aborts. */
  subscribeToStream(stream: string, options: { after?: Revision; signal: AbortSignal }): AsyncIterable<Batch>;
  subscribeToAll(options: { after?: Position; filter?: Filter; signal: AbortSignal }): AsyncIterable<Batch>;
  /** The position of the last event; 0 when there is none. */
  head(): Promise<Position>;
  close(): Promise<void>;
}
