import { z } from 'zod';
import { readSource, recordedBlock, recordedSource } from '../../schema/blocks.ts';
import { turnCursor } from '../../schema/cursor.ts';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { eventSchemas } from '../../schema/events/index.ts';
import { usage } from '../../schema/events/turn.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import { Block, blockOf, Source } from './blocks.ts';
import { builder } from './builder.ts';
import { Event } from './event.ts';
import { Usage } from './usage.ts';
import { isOptional, scalarOf } from './zod-types.ts';

const decoded = new WeakMap<RecordedEvent, Map<string, unknown>>();

/** The event's data in today's shape, decoded once however many read it. */
const dataOf = (event: RecordedEvent): Map<string, unknown> => {
  const known = decoded.get(event);
  if (known) return known;
  const data = new Map<string, unknown>(Object.entries(decodeTurnEvent(event)?.data ?? {}));
  decoded.set(event, data);
  return data;
};

export const TurnEvent = builder.interfaceRef<RecordedEvent>('TurnEvent').implement({
  description: 'A turn is a stream of these, in the order of their revisions, from 0.',
  interfaces: [Event],
  resolveType: ({ type }) => type,
  fields: (t) => ({
    cursor: t.string({ resolve: ({ revision }, _, { deps }) => turnCursor(deps.store.id, revision) }),
  }),
});

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** What has no type of its own here (lists, records, values of any shape) is JSON. */
const typeOf = (schema: z.core.$ZodType) => {
  if (schema === usage) return Usage;
  return scalarOf(schema);
};

/** Every event of the registry is a type of the same name with fields of the same names. */
for (const [name, schema] of Object.entries(eventSchemas.turn)) {
  builder.objectRef<RecordedEvent>(name).implement({
    interfaces: [TurnEvent, Event],
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([field, declared]) => {
          const resolve = (event: RecordedEvent) => dataOf(event).get(field);
          if (declared === recordedBlock)
            return [field, t.field({ type: Block, resolve: (event) => blockOf(resolve(event)) })];
          if (declared instanceof z.ZodArray && declared.element === recordedSource) {
            return [
              field,
              t.field({ type: [Source], resolve: (event) => z.array(z.json()).parse(resolve(event)).map(readSource) }),
            ];
          }
          const type = typeOf(isOptional(declared) ? declared.unwrap() : declared);
          const nullable = accepts(declared, null) || accepts(declared, undefined);
          return [field, t.field({ type, nullable, resolve })];
        }),
      ),
  });
}
