import { useRoute, useSearchParams } from 'wouter';
import { navigate as go } from 'wouter/use-browser-location';

export const conversationPath = (id: string): string => `/c/${id}`;

/** A message in its conversation: the chat scrolls to it. */
export const messagePath = (conversationId: string, messageId: string): string =>
  `${conversationPath(conversationId)}?message=${messageId}`;

/** A new chat, under a project where one is given. */
export const newChatPath = (projectId?: string): string => (projectId ? `/?project=${projectId}` : '/');

/** Goes to a path of this app; `replace` leaves no step to go back to. */
export const navigate = (path: string, { replace = false } = {}): void => {
  if (path !== location.pathname + location.search) go(path, { replace });
};

/** Signing in leads back to where one was. */
export const loginPath = (): string => {
  const { pathname } = location;
  return pathname === '/' ? '/login' : `/login?to=${encodeURIComponent(pathname)}`;
};
export const isLoginPath = (): boolean => location.pathname === '/login';

/** Only to a path of this app: a link could name any other place. */
export const pathAfterLogin = (): string => {
  const to = new URLSearchParams(location.search).get('to');
  return to !== null && /^(\/[\w-]+)+$/.test(to) && to !== '/login' ? to : '/';
};

/** The conversation that the address names; null for a new one. */
export const useConversationId = (): string | null => useRoute('/c/:id')[1]?.id ?? null;

/** The address is one of the chat's: a new one, or a conversation; signing in leads on to one. */
export const useIsChatPath = (): boolean => useRoute(/^\/(c\/[^/]+|login)?\/?$/)[0];

/** The project that a new chat of this address is filed under. */
export const projectIdOfAddress = (): string | null => new URLSearchParams(location.search).get('project');
export const useProjectId = (): string | null => useSearchParams()[0].get('project');

/** The message that the address leads to. */
export const useMessageId = (): string | null => useSearchParams()[0].get('message');
