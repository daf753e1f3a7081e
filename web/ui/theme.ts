import { useSyncExternalStore } from 'react';

type Shown = 'light' | 'dark';
export type Theme = Shown | 'system';

/** By the server's names. */
export const themeOf = { LIGHT: 'light', DARK: 'dark', SYSTEM: 'system' } as const satisfies Record<string, Theme>;

const KEY = 'turnlog.theme';
/** The theme that was chosen in passing and is not known to be kept by the server. */
const UNKEPT = 'turnlog.theme.unkept';
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

const store = (key: string, value: Theme | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden: the choice lasts as long as the page.
  }
};

/** Shows the theme, here and before the first paint of the next visit (`theme.js`). */
export const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store(KEY, theme === 'system' ? null : theme);
  for (const listener of [...listeners]) listener();
};

/** What was chosen and may have been lost on its way to the server, as when the page is left at once. */
export const unkeptTheme = (): Theme | null => {
  try {
    return Object.values(themeOf).find((theme) => theme === localStorage.getItem(UNKEPT)) ?? null;
  } catch {
    return null;
  }
};
/** The server keeps this theme: nothing is left to be told, unless another was chosen meanwhile. */
export const themeIsKept = (theme: Theme): void => {
  if (unkeptTheme() === theme) store(UNKEPT, null);
};
export const forgetTheme = (): void => store(UNKEPT, null);

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
    store(UNKEPT, next);
    for (const listener of [...choosing]) listener(next);
  };
  return { theme, toggle };
};
