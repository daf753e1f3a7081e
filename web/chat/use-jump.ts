import { type RefObject, useLayoutEffect } from 'react';
import { bring } from './bring.ts';

/** Room above the message, in CSS pixels. */
const ABOVE = 16;

type Jump = {
  viewport: RefObject<HTMLElement | null>;
  /** Null where nothing is looked for. */
  messageId: string | null;
  /** The view is not to follow the end any more. */
  letGo: () => void;
  /** Brings the message's row near the view, so that it is drawn. */
  approach: () => void;
};

/** Brings a message to the top of the view, and the focus to it. */
export const useJump = ({ viewport, messageId, letGo, approach }: Jump): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message, however its list changes
  useLayoutEffect(() => {
    const view = viewport.current;
    if (!view || messageId === null) return;
    letGo();
    let focused: HTMLElement | null = null;
    return bring({
      view,
      top: ABOVE,
      approach,
      find() {
        const element = view.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
        if (element !== focused) element?.focus({ preventScroll: true });
        focused = element;
        return element;
      },
      scrollBy(distance) {
        view.scrollTop += distance;
      },
    });
  }, [messageId]);
};
