import { useEffect, useReducer } from 'react';
import type { LoggedEvent } from './documents.ts';

/** Which event is shown, and whether the next comes by itself. */
export type Playback = { readonly index: number; readonly isPlaying: boolean; readonly speed: number };

type Action =
  | { type: 'play' | 'pause' | 'tick' }
  | { type: 'step'; by: number }
  | { type: 'seek'; index: number }
  | { type: 'speed'; speed: number };

/** Pure: what a press or the passing of time makes of the playback of so many events. */
export const reduce =
  (count: number) =>
  (state: Playback, action: Action): Playback => {
    const last = Math.max(0, count - 1);
    const within = (index: number) => Math.min(Math.max(index, 0), last);
    switch (action.type) {
      case 'play':
        return { ...state, isPlaying: true, index: state.index >= last ? 0 : state.index };
      case 'pause':
        return { ...state, isPlaying: false };
      case 'tick':
        return { ...state, index: within(state.index + 1), isPlaying: state.index + 1 < last };
      case 'step':
        return { ...state, isPlaying: false, index: within(state.index + action.by) };
      case 'seek':
        return { ...state, index: within(action.index) };
      case 'speed':
        return { ...state, speed: action.speed };
    }
  };

/** Milliseconds between an event and the next, as they were recorded. */
export const gapAfter = (events: readonly LoggedEvent[], index: number): number => {
  const [from, to] = [events[index], events[index + 1]];
  return from && to ? Math.max(0, Date.parse(to.recordedAt) - Date.parse(from.recordedAt)) : 0;
};

/** What the answer's text was once the event had come. */
export const textUntil = (events: readonly LoggedEvent[], index: number): string => {
  let text = '';
  for (const { type, data } of events.slice(0, index + 1)) {
    if (type === 'TokenGenerated' && typeof data.text === 'string') text += data.text;
  }
  return text;
};

/** Plays events in their own rhythm, begun at the first. */
export const usePlayback = (events: readonly LoggedEvent[]) => {
  const [state, dispatch] = useReducer(reduce(events.length), { index: 0, isPlaying: false, speed: 1 });
  const { index, isPlaying, speed } = state;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => dispatch({ type: 'tick' }), gapAfter(events, index) / speed);
    return () => clearTimeout(timer);
  }, [events, index, isPlaying, speed]);
  return [state, dispatch] as const;
};
