import type { Filter, RecordedEvent } from './event-store.ts';

export const matches = (filter: Filter, { stream, type }: RecordedEvent): boolean =>
  (!filter.userId || stream.userId === filter.userId) &&
  (!filter.conversationId || stream.conversationId === filter.conversationId) &&
  (!filter.categories || filter.categories.includes(stream.category)) &&
  (!filter.types || filter.types.includes(type));
