import { z } from 'zod';
import { eventSchemas } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, Filter } from '../eventstore/event-store.ts';
import { point, positionOf } from './points.ts';

const categories = Object.keys(eventSchemas);
const types = [...new Set(Object.values(eventSchemas).flatMap((events) => Object.keys(events)))];

const oneOf = (known: readonly string[]) =>
  z.string().refine((given) => known.includes(given), { error: `one of ${known.join(', ')}` });

/** Which events: all fields are and-ed. */
export const filterAsked = z.strictObject({
  category: oneOf(categories).optional(),
  types: z.array(oneOf(types)).min(1).max(100).optional(),
  userId: z.string().max(255).optional(),
  conversationId: z.string().max(255).optional(),
});

/** `from` is inclusive, `to` exclusive. */
export const eventsAsked = filterAsked
  .extend({ stream: z.string().min(1).max(300).optional(), from: point.optional(), to: point.optional() })
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
  const wrong = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new TurnlogError('VALIDATION', wrong.join('; '));
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
