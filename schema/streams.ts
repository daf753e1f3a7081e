/** Stream names are `<category>-<id>`; the category is the part before the first `-`. */
export const turnStream = (turnId: string): string => `turn-${turnId}`;
export const conversationStream = (conversationId: string): string => `conversation-${conversationId}`;
export const userStream = (userId: string): string => `user-${userId}`;
export const settingsStream = 'settings';

export const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;

export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

const ownCategories: ReadonlySet<string> = new Set(['turn', 'conversation', 'memory', 'user', 'settings']);

/** Whether Turnlog alone writes this stream. */
export const isOwnStream = (stream: string): boolean => ownCategories.has(categoryOf(stream));
