import { useSyncExternalStore } from 'react';

type Shown = 'light' | 'dark';
export type Theme = Shown | 'system';

/** By the server's names. */
export const themeOf = { LIGHT: 'light', DARK: 'dark', SYSTEM: 'system' } as const satisfies Record<string, Theme>;

const KEY = 'turnlog.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const choosing = new Set<(theme: Theme) => void>();

const shown = (): Shown => {
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

/** Shows the theme, here and before the first paint of the next visit (`theme.js`). */
export const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden: the choice lasts as long as the page.
  }
  for (const listener of [...listeners]) listener();
};

/** Hears what the person chooses in passing, to keep it. Returns how to stop. */
export const onThemeChosen = (listener: (theme: Theme) => void): (() => void) => {
  choosing.add(listener);
  return () => choosing.delete(listener);
};

/** The theme in force, and how to choose the other. */
export const useTheme = (): { theme: Shown; toggle: () => void } => {
  const theme = useSyncExternalStore(subscribe, shown);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    showTheme(next);
    for (const listener of [...choosing]) listener(next);
  };
  return { theme, toggle };
};
