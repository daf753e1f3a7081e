/** So many frames in a row at its place, and it is there: what is drawn anew on the way has a height of its own. */
const STILL = 5;
/** What does not come to rest in so many frames is left where it is. */
const MOST = 240;

type Bringing = {
  view: HTMLElement;
  find: () => HTMLElement | null;
  /** Where it is to stand below the top of the view, in CSS pixels. */
  top: number;
  /** Scrolls the view by so much. */
  scrollBy: (distance: number) => void;
  /** What to do where it is not drawn. */
  approach: () => void;
};

/** Brings an element to its place in the view and keeps it there while all around it settles. The reader's own scrolling ends that, and what is returned. */
export const bring = ({ view, find, top, scrollBy, approach }: Bringing): (() => void) => {
  let frame = 0;
  let still = 0;
  let left = MOST;
  const stop = () => {
    cancelAnimationFrame(frame);
    view.removeEventListener('wheel', stop);
    view.removeEventListener('touchmove', stop);
  };
  const step = () => {
    const element = find();
    const before = view.scrollTop;
    if (element) {
      const off = element.getBoundingClientRect().top - view.getBoundingClientRect().top - top;
      if (Math.abs(off) >= 1) scrollBy(off);
    } else approach();
    still = element && view.scrollTop === before ? still + 1 : 0;
    left -= 1;
    if (still < STILL && left > 0) frame = requestAnimationFrame(step);
    else stop();
  };
  view.addEventListener('wheel', stop, { passive: true });
  view.addEventListener('touchmove', stop, { passive: true });
  step();
  return stop;
};
