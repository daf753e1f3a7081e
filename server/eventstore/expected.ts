import type { Position } from '../../schema/order.ts';

/** For so many streams at most it is known how far each has come in the store. */
const MAX_STREAMS = 10_000;

/** Of which streams more is known to be in the store than has passed the tail. */
export const openExpected = (start: Position) => {
  /** The latest that was told last. */
  const streams = new Map<string, Position>();
  /** The same for those that are not told apart any more. */
  let ofOthers = start;

  return {
    /** So much of a stream is in the store, and will pass. */
    add(stream: string, upTo: Position): void {
      if (upTo <= (streams.get(stream) ?? start)) return;
      streams.delete(stream);
      streams.set(stream, upTo);
      const [oldest] = streams;
      if (!oldest || streams.size <= MAX_STREAMS) return;
      streams.delete(oldest[0]);
      if (oldest[1] > ofOthers) ofOthers = oldest[1];
    },
    /** Events of the stream, up to this position of the log, have passed. */
    passed(stream: string, position: Position): void {
      if ((streams.get(stream) ?? start) <= position) streams.delete(stream);
    },
    /** Whether all that is known to be in the store of a stream has passed at this position. */
    hasPassed: (stream: string, position: Position): boolean =>
      ofOthers <= position && (streams.get(stream) ?? start) <= position,
  };
};
