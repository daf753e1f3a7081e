import type { z } from 'zod';
import { readSources, recordedBlock, recordedSources } from '../../schema/blocks.ts';
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

type EventType = Parameters<ReturnType<typeof builder.objectRef<RecordedEvent>>['implement']>[0];
type FieldBuilder = Parameters<NonNullable<EventType['fields']>>[0];

/** What has no type of its own here (lists, records, values of any shape) is JSON. */
const fieldOf = (t: FieldBuilder, name: string, declared: z.ZodType) => {
  const told = (event: RecordedEvent) => dataOf(event).get(name);
  if (declared === recordedBlock) return t.field({ type: Block, resolve: (event) => blockOf(told(event)) });
  if (declared === recordedSources) return t.field({ type: [Source], resolve: (event) => readSources(told(event)) });
  const schema = isOptional(declared) ? declared.unwrap() : declared;
  const nullable = accepts(declared, null) || accepts(declared, undefined);
  return t.field({ type: schema === usage ? Usage : scalarOf(schema), nullable, resolve: told });
};

/** Every event of the registry is a type of the same name with fields of the same names. */
const types = Object.entries(eventSchemas.turn).map(([name, { shape }]) =>
  builder.objectRef<RecordedEvent>(name).implement({
    interfaces: [TurnEvent, Event],
    fields: (t) =>
      Object.fromEntries(Object.entries(shape).map(([field, declared]) => [field, fieldOf(t, field, declared)])),
  }),
);

for (const type of types.filter(({ name }) => name === 'ToolStarted')) {
  builder.objectField(type, 'progress', (t) =>
    t.string({
      nullable: true,
      description: 'What may be said while it runs, such as "Looking up the weather"; null for a tool of another day.',
      resolve: (event, _, { deps }) => deps.tools.find(({ id }) => id === dataOf(event).get('tool'))?.progress ?? null,
    }),
  );
}
