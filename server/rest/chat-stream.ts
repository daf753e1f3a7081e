import type { ServerResponse } from 'node:http';
import { isTerminal } from '../../schema/events/index.ts';
import type { Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { Queue } from '../processors/queue.ts';
import type { Time } from '../time.ts';
import type { TurnBlobs } from './blobs.ts';
import { chatFrame, placeFrame } from './chat-frames.ts';
import { openSse, type SseStream } from './sse.ts';

export type StreamDeps = Pick<Time, 'every'> & {
  store: EventStore;
  queue: Pick<Queue, 'places'>;
  turnBlobs: TurnBlobs;
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
};

/** Writes a turn's frames from a revision on (inclusive) until its terminal frame, or until the reader goes. */
export const streamTurn = async (
  deps: StreamDeps,
  response: ServerResponse,
  { turnId, from, after }: Reading,
  onError: (error: unknown) => void,
): Promise<void> => {
  const sse = openSse(response, deps.every, deps.keepaliveMs);
  let waiting: AbortController | undefined;
  let places: Promise<void> = Promise.resolve();
  const stopPlaces = async () => {
    waiting?.abort();
    waiting = undefined;
    await places;
  };
  try {
    const options = after === undefined ? { signal: sse.signal } : { after, signal: sse.signal };
    for await (const { events } of deps.store.subscribeToStream(turnStream(turnId), options)) {
      const end = events.findIndex(isTerminal);
      const shown = end < 0 ? events : events.slice(0, end + 1);
      const last = shown.at(-1);
      if (last) await stopPlaces();
      const whole = await deps.turnBlobs.withResults(shown);
      await sse.write(whole.map((event) => (event.revision < from ? null : chatFrame(event))));
      if (end >= 0 || sse.signal.aborted) return;
      const queued = last && placeOf(last);
      if (queued) {
        waiting = new AbortController();
        const { signal } = waiting;
        places = writePlaces(deps, sse, turnId, { ...queued, lastId: last.revision }, signal).catch(onError);
      }
    }
  } catch (error) {
    onError(error);
  } finally {
    await stopPlaces();
    sse.end();
  }
};
