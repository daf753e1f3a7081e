import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { bring } from './bring.ts';
import { openHold } from './hold.ts';
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
  /** The view does not follow the end any more, until the reader comes there. */
  letGo: () => void;
  /** Keeps the arrows of a message, which is about to be shown, where those are that were pressed. */
  hold: (messageId: string) => void;
};

type Seen = { scrollTop: number; scrollHeight: number; clientHeight: number };
const seenOf = ({ scrollTop, scrollHeight, clientHeight }: Seen): Seen => ({ scrollTop, scrollHeight, clientHeight });

/** Room between the top of the view and the prompt that is pinned there. */
const ABOVE = 8;

/**
 * Pins a new prompt to the top of the view, with room below it that shrinks as the answer grows; follows the end of the
 * answer once it is taller than the view, unless the reader has scrolled up. What is there when a conversation opens is
 * shown from its end, except a message that was just sent. Another branch is shown from where the reader stands.
 */
export const useScroll = (latestKey: string | null, isSent: boolean): Scroll => {
  const viewport = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement | null>(null);
  const state = useRef({
    key: null as string | null,
    /** Where the top of the view stands, or could, below that of the latest turn; null where that may be out of reach. */
    pinned: null as number | null,
    following: true,
    seen: null as Seen | null,
  });
  const [held] = useState(() => openHold(viewport));

  const heights = useRef(new Map<string | number, number>());
  const [away, setAway] = useState(false);

  const layout = useCallback(() => {
    const view = viewport.current;
    const turn = element.current;
    if (!view || !turn || !spacer.current) return;
    const { key, pinned, following } = state.current;
    const { offsetHeight } = turn;
    if (key !== null) heights.current.set(key, offsetHeight);
    const height =
      pinned === null ? 0 : spacerHeight({ viewport: view.clientHeight, turn: offsetHeight, below: -pinned });
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

  /** Puts the view so far below the top of the latest turn, with room below it where there is too little. */
  const pin = useCallback(
    (below: number) => {
      state.current.pinned = below;
      layout();
      if (!viewport.current || !element.current) return;
      viewport.current.scrollTop = element.current.offsetTop + below;
      state.current.seen = seenOf(viewport.current);
    },
    [layout],
  );

  useLayoutEffect(() => {
    const shown = held.shown();
    const view = viewport.current;
    if (!shown || !view) return;
    state.current.key = latestKey;
    state.current.following = false;
    bring({
      view,
      ...shown,
      approach: () => undefined,
      scrollBy: (distance) => element.current && pin(view.scrollTop + distance - element.current.offsetTop),
    });
  });

  useLayoutEffect(() => {
    const { key } = state.current;
    if (latestKey === key) return;
    state.current.key = latestKey;
    // A reader who has scrolled up stays where they are when somebody else's message comes.
    if (key !== null && !isSent && !state.current.following) return;
    state.current.following = true;
    if (key !== null || isSent) return pin(-ABOVE);
    state.current.pinned = null;
    layout();
  }, [latestKey, isSent, layout, pin]);

  const letGo = useCallback(() => {
    state.current.following = false;
  }, []);
  const toEnd = useCallback(() => {
    state.current.following = true;
    const view = viewport.current;
    if (view) view.scrollTop = view.scrollHeight;
  }, []);

  return {
    ...{ viewport, spacer, latest, heights, settle: layout, isAway: away, toEnd },
    ...{ letGo, hold: held.hold },
  };
};
