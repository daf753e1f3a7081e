import { eventSchemas } from '../../schema/events/index.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import { builder } from './builder.ts';

export const isTurnEvent = ({ type }: Pick<RecordedEvent, 'type'>): boolean => Object.hasOwn(eventSchemas.turn, type);

/** An event of the log, whatever its stream. */
export const Event = builder.interfaceRef<RecordedEvent>('Event').implement({
  description: 'An event of the log, as it stands there.',
  resolveType: (event) => (event.stream.category === 'turn' && isTurnEvent(event) ? event.type : 'OtherEvent'),
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('type'),
    stream: t.string({ resolve: ({ stream }) => stream.name }),
    revision: t.exposeInt('revision', { description: 'Order in its stream, from 0.' }),
    position: t.string({
      description: 'Order in the whole log, from 1: a number of any size, as a string.',
      resolve: ({ position }) => String(position),
    }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
    data: t.field({ type: 'JSON', resolve: ({ data }) => data }),
  }),
});

builder.objectRef<RecordedEvent>('OtherEvent').implement({
  description: 'An event that is no TurnEvent: what it says stands in `data`.',
  interfaces: [Event],
});
