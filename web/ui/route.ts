import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  globalThis.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('popstate', listener);
  };
};

export const conversationPath = (id: string): string => `/c/${id}`;

/** Goes to a path of this app; `replace` leaves no step to go back to. */
export const navigate = (path: string, { replace = false } = {}): void => {
  if (path === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  changed();
};

/** Signing in leads back to where one was. */
export const loginPath = (): string => {
  const { pathname } = location;
  return pathname === '/' ? '/login' : `/login?to=${encodeURIComponent(pathname)}`;
};
export const isLoginPath = (): boolean => location.pathname === '/login';

/** Only to a conversation: a link could name any other place. */
export const pathAfterLogin = (): string => {
  const to = new URLSearchParams(location.search).get('to');
  return to !== null && /^\/c\/[\w-]+$/.test(to) ? to : '/';
};

/** The conversation that the address names; null for a new one. */
export const useConversationId = (): string | null =>
  useSyncExternalStore(subscribe, () => /^\/c\/([^/]+)$/.exec(location.pathname)?.[1] ?? null);
