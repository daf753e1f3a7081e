/** All in CSS pixels. */
type Heights = { viewport: number; turn: number; below?: number };

/**
 * Room below the latest turn that lets its prompt stand at the top of the viewport. It shrinks as the answer grows, and is
 * 0 once the turn is taller than the viewport. `below` is what stands under the turn anyway.
 */
export const spacerHeight = ({ viewport, turn, below = 0 }: Heights): number =>
  Math.max(0, Math.floor(viewport - turn - below));

/** So near to the end counts as being there. */
const NEAR = 48;

type Scrolled = { scrollTop: number; scrollHeight: number; clientHeight: number };

export const isAtBottom = ({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR;

/** So far from the end that a way back is offered: about a third of the view. */
export const isAway = ({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean =>
  scrollHeight - scrollTop - clientHeight > clientHeight / 3;

/**
 * Whether the view still follows after a scroll: the reader lets go by scrolling up, and takes hold again at the bottom. A
 * scroll downwards on the way, or growth of the content, changes nothing.
 */
export const followsAfter = (following: boolean, before: Scrolled, now: Scrolled): boolean => {
  if (isAtBottom(now)) return true;
  // A shrinking page moves the scroll position up by itself: that is not the reader.
  const scrolledUp = now.scrollTop < before.scrollTop - 1 && now.scrollHeight >= before.scrollHeight;
  return following && !scrolledUp;
};
