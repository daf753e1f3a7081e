import { z } from 'zod';
import { invalid } from '../errors.ts';
import type { EventStore, Filter } from '../eventstore/event-store.ts';
import { point, positionOf } from './points.ts';

/** Of a category, a type, a stream, a user or a conversation: others write into the log, too, so any may occur. */
const name = z.string().min(1, 'a name').max(300, 'a name of at most 300 characters');

/** Which events: all fields are and-ed. */
export const filterAsked = z.strictObject({
  category: name.optional(),
  types: z.array(name).min(1, 'one type at least').max(100, 'at most 100 types').optional(),
  userId: name.optional(),
  conversationId: name.optional(),
});

/** `from` is inclusive, `to` exclusive. */
export const eventsAsked = filterAsked
  .extend({ stream: name.optional(), from: point.optional(), to: point.optional() })
  .refine(
    ({ stream, category, userId, conversationId }) =>
      stream === undefined || (category ?? userId ?? conversationId) === undefined,
    { path: ['stream'], error: 'a stream by its name, or a category, userId and conversationId' },
  );
export type EventsAsked = z.infer<typeof eventsAsked>;

/** Without the fields that were left out, or are null, as they are in GraphQL. */
export const given = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));

/** @throws TurnlogError VALIDATION that says what is wrong, field by field */
export const parseAsked = <T>(schema: z.ZodType<T>, input: object): T => {
  const parsed = schema.safeParse(given(input));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues);
};

export const filterOf = ({ category, types, userId, conversationId }: z.infer<typeof filterAsked>): Filter => ({
  ...(category !== undefined && { categories: [category] }),
  ...(types !== undefined && { types }),
  ...(userId !== undefined && { userId }),
  ...(conversationId !== undefined && { conversationId }),
});

/** The positions that are asked for, both inclusive; null where there is no bound. */
export const boundsOf = async (store: EventStore, { from, to }: Pick<EventsAsked, 'from' | 'to'>) => ({
  first: from === undefined ? null : await positionOf(store, from),
  last: to === undefined ? null : (await positionOf(store, to)) - 1n,
});
