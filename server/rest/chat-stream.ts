import type { ServerResponse } from 'node:http';
import { isTerminal } from '../../schema/events/index.ts';
import { asRevision, type Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { Queue } from '../processors/queue.ts';
import type { Time } from '../time.ts';
import type { TurnBlobs } from './blobs.ts';
import { chatFrame, placeFrame } from './chat-frames.ts';
import { breakOffWith, openSse, type SseStream } from './sse.ts';

export type StreamDeps = Pick<Time, 'elapsed' | 'later'> & {
  store: EventStore;
  queue: Pick<Queue, 'places'>;
  turnBlobs: TurnBlobs;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
  /** How long a stream may be silent; 15 s without it. */
  keepaliveMs?: number;
};

/** Frames for the changes of a waiting turn's place, until it starts. */
const writePlaces = async (
  { queue }: StreamDeps,
  sse: SseStream,
  turnId: string,
  { lane, known, lastId }: { lane: string; known: number; lastId: Revision },
  signal: AbortSignal,
): Promise<void> => {
  let shown = known;
  for await (const place of queue.places(turnId, lane, signal)) {
    // The start itself is recorded and comes with its own id.
    if (place === 0 || signal.aborted) return;
    if (place !== shown) await sse.write([placeFrame(place, lane, lastId)]);
    shown = place;
  }
};

const placeOf = ({ type, data }: RecordedEvent) =>
  type === 'TurnQueued' &&
  'lane' in data &&
  typeof data.lane === 'string' &&
  'place' in data &&
  typeof data.place === 'number'
    ? { lane: data.lane, known: data.place }
    : null;

export type Reading = {
  readonly turnId: string;
  /** The first revision that is wanted; it may lie ahead. */
  readonly from: Revision;
  /** Where to begin: behind an event that exists, so that the end is seen whatever is wanted. */
  readonly after: Revision | undefined;
  /** Resolves when the reader's session or token has ended, or at the signal. */
  readonly watch: (signal: AbortSignal) => Promise<void>;
};

/**
 * Writes a turn's frames from a revision on (inclusive) until its terminal frame, or until the reader goes. Where his
 * session ends or the server stops before that, the connection breaks off, in the latter case behind what is in the log by
 * then: nobody takes it for the end.
 */
export const streamTurn = async (
  deps: StreamDeps,
  response: ServerResponse,
  { turnId, from, after, watch }: Reading,
  onError: (error: unknown) => void,
): Promise<void> => {
  const { store, turnBlobs, stopping } = deps;
  const stream = turnStream(turnId);
  const sse = openSse(response, deps, deps.keepaliveMs);
  breakOffWith(sse, watch);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  sse.signal.addEventListener('abort', leave, { once: true });
  stopping.addEventListener('abort', leave, { once: true });
  if (stopping.aborted) leave();
  let seen = after;
  let end = sse.end;
  let waiting: AbortController | undefined;
  let places: Promise<void> = Promise.resolve();
  const stopPlaces = async () => {
    waiting?.abort();
    waiting = undefined;
    await places;
  };
  /** Writes them up to the end. Answers whether that was among them. */
  const show = async (events: readonly RecordedEvent[]): Promise<boolean> => {
    const endsAt = events.findIndex(isTerminal);
    const shown = endsAt < 0 ? events : events.slice(0, endsAt + 1);
    const last = shown.at(-1);
    if (!last) return false;
    await stopPlaces();
    const whole = await turnBlobs.withResults(shown);
    await sse.write(whole.map((event) => (event.revision < from ? null : chatFrame(event))));
    seen = last.revision;
    const queued = placeOf(last);
    if (queued && !leaving.signal.aborted) {
      waiting = new AbortController();
      const { signal } = waiting;
      places = writePlaces(deps, sse, turnId, { ...queued, lastId: last.revision }, signal).catch(onError);
    }
    return endsAt >= 0;
  };
  try {
    const options = after === undefined ? { signal: leaving.signal } : { after, signal: leaving.signal };
    for await (const { events } of store.subscribeToStream(stream, options)) if (await show(events)) return;
    const rest = { from: asRevision(seen === undefined ? 0 : seen + 1), signal: sse.signal };
    for await (const event of store.readStream(stream, rest)) if (await show([event])) return;
    end = sse.breakOff;
  } catch (error) {
    onError(error);
  } finally {
    stopping.removeEventListener('abort', leave);
    await stopPlaces();
    end();
  }
};
