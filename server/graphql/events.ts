import { storeCursor } from '../../schema/cursor.ts';
import type { Batch } from '../eventstore/event-store.ts';
import { abortable } from './abortable.ts';
import { builder, requireScope } from './builder.ts';
import { Event } from './event.ts';
import { serverStops } from './lifetimes.ts';
import { connectionOf, pageOf } from './pages.ts';

const MAX_EVENTS = 500;

const EventConnection = builder.connectionObject({ type: Event, name: 'EventConnection' }, { name: 'EventEdge' });

builder.queryField('events', (t) =>
  t.connection(
    {
      ...requireScope('audit'),
      type: Event,
      description: `The log in its order: one stream, or what the filters let through. At most ${MAX_EVENTS} a page. Every use is recorded.`,
      args: {
        stream: t.arg.string({ description: 'Such as turn-<id>; in place of category, userId and conversationId.' }),
        category: t.arg.string({ description: 'Of the streams, such as turn.' }),
        types: t.arg.stringList(),
        userId: t.arg.id(),
        conversationId: t.arg.id(),
        from: t.arg.string({ description: 'Inclusive: a position such as 1200, or a moment in ISO 8601.' }),
        to: t.arg.string({ description: 'Exclusive: a position such as 1200, or a moment in ISO 8601.' }),
      },
      resolve: async (_, { first, after, last, before, ...asked }, { deps, identity }) => {
        const page = pageOf({ first, after, last, before }, MAX_EVENTS);
        const { rows, ...rest } = await deps.analysis.events(identity, asked, page);
        return connectionOf({ ...rest, rows: rows.map(({ event }) => event) });
      },
    },
    EventConnection,
  ),
);

const EventFilter = builder.inputType('EventFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    category: t.string({ description: 'Of the streams, such as turn.' }),
    types: t.stringList(),
    userId: t.id(),
    conversationId: t.id(),
  }),
});

const LoggedEvents = builder.objectRef<Batch>('LoggedEvents').implement({
  fields: (t) => ({
    events: t.field({ type: [Event], resolve: ({ events }) => [...events] }),
    cursor: t.string({
      description: 'How far the log was read, past what the filter left out: subscribe again after this.',
      resolve: ({ position }, _, { deps }) => storeCursor(deps.store.id, position),
    }),
    caughtUp: t.exposeBoolean('caughtUp', {
      description: 'True where nothing older is left to read: what comes next is news.',
    }),
  }),
});

async function* untilServerStops(batches: AsyncIterable<Batch>, signal: AbortSignal): AsyncGenerator<Batch> {
  yield* batches;
  if (!signal.aborted) throw serverStops();
}

builder.subscriptionField('allEvents', (t) =>
  t.field({
    ...requireScope('audit'),
    type: LoggedEvents,
    description:
      'The whole log after the cursor, from its beginning without one, then what comes. It is read at the pace of the reader. Every use is recorded.',
    args: { after: t.arg.string(), filter: t.arg({ type: EventFilter }) },
    subscribe: async (_, { after, filter }, { deps, identity }) => {
      const read = await deps.analysis.allEvents(identity, { after: after ?? undefined, filter: filter ?? {} });
      return abortable((signal) => untilServerStops(read(signal), signal));
    },
    resolve: (batch) => batch,
  }),
);
