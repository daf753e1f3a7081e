import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { followsAfter, isAway, spacerHeight } from './scroll.ts';

type Scroll = {
  viewport: RefObject<HTMLDivElement | null>;
  spacer: RefObject<HTMLDivElement | null>;
  /** For the latest turn's element. */
  latest: (element: HTMLElement | null) => void;
  /** Of what has been the latest turn, by its key. */
  heights: RefObject<Map<string | number, number>>;
  /** Whenever something above the latest turn has changed its height. */
  settle: () => void;
  /** The reader is so far from the end that they may want to get back. */
  isAway: boolean;
  toEnd: () => void;
};

type Seen = { scrollTop: number; scrollHeight: number; clientHeight: number };
const seenOf = ({ scrollTop, scrollHeight, clientHeight }: Seen): Seen => ({ scrollTop, scrollHeight, clientHeight });

/** Room between the top of the view and the prompt that is pinned there. */
const ABOVE = 8;

/**
 * Pins a new prompt to the top of the view, with room below it that shrinks as the answer grows; follows the end of the
 * answer once it is taller than the view, unless the reader has scrolled up. What is there when a conversation opens is
 * shown from its end, except a message that was just sent.
 */
export const useScroll = (latestKey: string | null, isSent: boolean): Scroll => {
  const viewport = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement | null>(null);
  const state = useRef({ key: null as string | null, pinned: false, following: true, seen: null as Seen | null });

  const heights = useRef(new Map<string | number, number>());
  const [away, setAway] = useState(false);

  const layout = useCallback(() => {
    const view = viewport.current;
    const turn = element.current;
    if (!view || !turn || !spacer.current) return;
    const { key, pinned, following } = state.current;
    if (key !== null) heights.current.set(key, turn.offsetHeight);
    const height = pinned ? spacerHeight({ viewport: view.clientHeight, turn: turn.offsetHeight, below: ABOVE }) : 0;
    spacer.current.style.height = `${height}px`;
    if (following && height === 0) view.scrollTop = view.scrollHeight;
    state.current.seen = seenOf(view);
    setAway(isAway(state.current.seen));
  }, []);

  useLayoutEffect(() => {
    const view = viewport.current;
    if (!view) return;
    const onScroll = () => {
      const now = seenOf(view);
      state.current.following = followsAfter(state.current.following, state.current.seen ?? now, now);
      state.current.seen = now;
      setAway(isAway(now));
    };
    const resized = new ResizeObserver(layout);
    resized.observe(view);
    view.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resized.disconnect();
      view.removeEventListener('scroll', onScroll);
    };
  }, [layout]);

  const latest = useCallback(
    (turn: HTMLElement | null) => {
      element.current = turn;
      if (!turn) return;
      const grown = new ResizeObserver(layout);
      grown.observe(turn);
      return () => grown.disconnect();
    },
    [layout],
  );

  useLayoutEffect(() => {
    const { key } = state.current;
    if (latestKey === key) return;
    state.current.key = latestKey;
    // A reader who has scrolled up stays where they are when somebody else's message comes.
    if (key !== null && !isSent && !state.current.following) return;
    const pinned = key !== null || isSent;
    state.current.pinned = pinned;
    state.current.following = true;
    layout();
    if (pinned && viewport.current && element.current) {
      viewport.current.scrollTop = element.current.offsetTop - ABOVE;
      state.current.seen = seenOf(viewport.current);
    }
  }, [latestKey, isSent, layout]);

  const toEnd = useCallback(() => {
    state.current.following = true;
    const view = viewport.current;
    if (view) view.scrollTop = view.scrollHeight;
  }, []);

  return { viewport, spacer, latest, heights, settle: layout, isAway: away, toEnd };
};
