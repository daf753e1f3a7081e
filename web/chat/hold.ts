import type { RefObject } from 'react';

/** Arrows whose message is shown now, and where they were: in CSS pixels below the top of the view. */
export type Held = { readonly find: () => HTMLElement | null; readonly top: number };

/**
 * Remembers where the arrows stand that lead from branch to branch, so that they can be kept under the pointer that presses
 * them, and the focus on them, while all around them changes.
 */
export const openHold = (viewport: RefObject<HTMLElement | null>) => {
  let pressed: { messageId: string; top: number; focused: string | null } | null = null;
  const find = (selector: string) => viewport.current?.querySelector<HTMLElement>(selector) ?? null;

  /** To the other one where the one that had it leads no further. */
  const focus = (arrows: HTMLElement, label: string): void => {
    const buttons = [...arrows.querySelectorAll('button')].filter(({ disabled }) => !disabled);
    const same = buttons.find((button) => button.getAttribute('aria-label') === label);
    (same ?? buttons[0])?.focus({ preventScroll: true });
  };

  return {
    /** The message is about to be shown in the place of one of its versions. */
    hold(messageId: string): void {
      const arrows = find(`[data-versions~="${messageId}"]`);
      const view = viewport.current;
      if (!arrows || !view) return;
      const top = arrows.getBoundingClientRect().top - view.getBoundingClientRect().top;
      const focused = arrows.contains(document.activeElement)
        ? (document.activeElement?.getAttribute('aria-label') ?? null)
        : null;
      pressed = { messageId, top, focused };
    },
    /** What is to be kept, once the message is shown: told once, null otherwise. */
    shown(): Held | null {
      if (!pressed) return null;
      const { messageId, top, focused } = pressed;
      const selector = `[data-version="${messageId}"]`;
      const arrows = find(selector);
      if (!arrows) return null;
      pressed = null;
      if (focused !== null) focus(arrows, focused);
      return { top, find: () => find(selector) };
    },
  };
};
