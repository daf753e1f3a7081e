import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const KEY = 'turnlog.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const current = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
};

/** The theme in force, and how to change to the other. `theme.js` applies the choice before the first paint. */
export const useTheme = (): { theme: Theme; toggle: () => void } => {
  const theme = useSyncExternalStore(subscribe, current);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Storage may be forbidden: the choice lasts as long as the page.
    }
    for (const listener of [...listeners]) listener();
  };
  return { theme, toggle };
};
