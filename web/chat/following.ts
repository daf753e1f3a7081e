import type { TurnEvent } from '../graphql/turn-events.ts';
import { type Core, isMissing } from './core.ts';
import { createFrameBuffer } from './frame-buffer.ts';
import { isOver } from './turn-state.ts';

const ends: ReadonlySet<TurnEvent['__typename']> = new Set(['TurnCompleted', 'TurnFailed', 'TurnCancelled']);

/** Turns that are read as they are written, each once at a time. */
export const openFollowing = ({ deps: { api, schedule }, thread, dispatch, signal: running }: Core) => {
  const following = new Map<string, { flush(): void }>();

  /** Until the turn's end, however often the subscription has to begin again. */
  const follow = async (turnId: string): Promise<void> => {
    if (following.has(turnId)) return;
    const signal = running();
    const buffer = createFrameBuffer<TurnEvent>((events) => dispatch({ type: 'told', turnId, events }), schedule);
    following.set(turnId, buffer);
    dispatch({ type: 'followed', turnId });
    const isOpen = () => {
      const turn = thread().turns.get(turnId);
      return !signal.aborted && turn !== undefined && !isOver(turn);
    };
    for (let attempt = 0; isOpen(); attempt++) {
      try {
        for await (const event of api.turnEvents(turnId, signal)) {
          buffer.push(event);
          if (ends.has(event.__typename)) buffer.flush();
        }
      } catch (error) {
        if (isMissing(error)) break;
      }
      buffer.flush();
      if (isOpen()) await api.wait(attempt, signal);
    }
    if (following.get(turnId) === buffer) following.delete(turnId);
  };

  return {
    followAll(turnIds: Iterable<string>): void {
      for (const turnId of turnIds) void follow(turnId);
    },
    /** Shows what has come of a turn and waits for the next frame. */
    flush: (turnId: string): void => following.get(turnId)?.flush(),
    /** Follows anew what is not over: after the chat was left, nothing is followed any more. */
    resume(): void {
      following.clear();
      for (const turn of thread().turns.values()) if (!isOver(turn)) void follow(turn.turnId);
    },
  };
};

export type Following = ReturnType<typeof openFollowing>;
