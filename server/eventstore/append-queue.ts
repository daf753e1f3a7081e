import { TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';
import type { AppendOptions, AppendResult, NewEvent } from './event-store.ts';
import { encodePayload } from './payload.ts';

const MAX_EVENT_BYTES = 256 * 1024;
const MAX_PAYLOAD_BYTES = 1024 * 1024;
const MAX_FLUSH_EVENTS = 4_000;
const MAX_FLUSH_BYTES = 4 * 1024 * 1024;

/** One append on its way: its events already serialised, its answer still owed. */
export type PendingAppend = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly data: readonly string[];
  readonly metadata: readonly string[];
  /** In base64; null where an event has none. */
  readonly payloads: readonly (string | null)[];
  readonly bytes: number;
  readonly options: AppendOptions;
  /** When it was asked for, as `elapsed` has it. */
  readonly since: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
};

/** Writes these appends together and settles each. Rejects where none of them was answered. */
export type Flush = (appends: readonly PendingAppend[]) => Promise<void>;

const tooLarge = (limit: number, { type }: NewEvent) =>
  new TurnlogError('VALIDATION', `an event holds at most ${limit} bytes`, { details: { type } });

/** @throws TurnlogError VALIDATION: larger than an event may be */
export const serialise = (value: object | null, event: NewEvent): string => {
  const text = JSON.stringify(value);
  if (text.length * 3 > MAX_EVENT_BYTES && Buffer.byteLength(text) > MAX_EVENT_BYTES) {
    throw tooLarge(MAX_EVENT_BYTES, event);
  }
  return text;
};

const payloadOf = (event: NewEvent): string | null => {
  if (!event.payload) return null;
  const { data, metadata } = event.payload;
  if (data.byteLength + metadata.byteLength > MAX_PAYLOAD_BYTES) throw tooLarge(MAX_PAYLOAD_BYTES, event);
  return encodePayload(event.payload).toString('base64');
};

/**
 * Gathers the appends that wait while a flush is under way and sends them together in the next: one flush at a time, so
 * arrival order holds. An append that repeats an id of the same flush waits for the next one.
 */
export const openAppendQueue = (flush: Flush, elapsed: Time['elapsed']) => {
  let waiting: PendingAppend[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  const take = (): PendingAppend[] => {
    const ids = new Set<string>();
    let events = 0;
    let bytes = 0;
    let taken = 0;
    for (const append of waiting) {
      events += append.events.length;
      bytes += append.bytes;
      const repeats = append.events.some((event) => ids.has(event.id));
      if (taken > 0 && (repeats || events > MAX_FLUSH_EVENTS || bytes > MAX_FLUSH_BYTES)) break;
      for (const event of append.events) ids.add(event.id);
      taken += 1;
    }
    const batch = waiting.slice(0, taken);
    waiting = waiting.slice(taken);
    return batch;
  };

  const run = async () => {
    // What answers the last flush's callers append next should go out together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = take();
      try {
        await flush(batch);
      } catch (error) {
        for (const append of batch) append.reject(error);
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    running = undefined;
  };

  return {
    append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> {
      return new Promise((resolve, reject) => {
        if (closed) throw new TurnlogError('STORE_UNAVAILABLE', 'the event store is closed');
        if (events.length === 0) throw new TurnlogError('VALIDATION', 'an append holds at least one event');
        const data = events.map((event) => serialise(event.data, event));
        const metadata = events.map((event) => serialise(event.metadata ?? null, event));
        const payloads = events.map(payloadOf);
        const bytes = [...data, ...metadata, ...payloads].reduce((sum, text) => sum + (text?.length ?? 0), 0);
        waiting.push({
          stream,
          events,
          data,
          metadata,
          payloads,
          bytes,
          options,
          since: elapsed(),
          resolve,
          reject,
        });
        running ??= run();
      });
    },
    /** Takes nothing more; resolves once everything appended so far is answered. */
    async close() {
      closed = true;
      while (running !== undefined) await running;
    },
  };
};
