import { parseStoreCursor, storeCursor } from '../../schema/cursor.ts';
import type { DomainEvent } from '../../schema/events/index.ts';
import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { abortable } from './abortable.ts';
import { builder } from './builder.ts';
import { Conversation } from './conversations.ts';
import { serverStops } from './lifetimes.ts';

export const conversationTypes = [
  'ConversationOpened',
  'ConversationRenamed',
  'ConversationPinned',
  'ConversationFiled',
  'ConversationDeleted',
  'BranchSelected',
  'TurnRequested',
  'TurnQueued',
  'TurnStarted',
  'TurnCompleted',
  'TurnFailed',
  'TurnCancelled',
] as const satisfies readonly DomainEvent['type'][];

const types = [
  ...conversationTypes,
  'ProjectCreated',
  'ProjectChanged',
  'ProjectDeleted',
] as const satisfies readonly DomainEvent['type'][];

type Seen = RecordedEvent & { readonly conversationId: string | null };

const ViewerEvent = builder.objectRef<Seen>('ViewerEvent').implement({
  fields: (t) => ({
    cursor: t.string({ resolve: ({ position }, _, { deps }) => storeCursor(deps.store.id, position) }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
    type: t.exposeString('type', { description: `The event's type: ${types.join(', ')}.` }),
    conversationId: t.exposeID('conversationId', { nullable: true, description: 'Null for what concerns a project.' }),
    turnId: t.id({
      nullable: true,
      resolve: ({ stream }) => (stream.category === 'turn' ? idOf(stream.name) : null),
    }),
    conversation: t.field({
      type: Conversation,
      nullable: true,
      description: 'The conversation as it stands now; null once it is deleted.',
      resolve: ({ conversationId }, _, { deps, identity }) =>
        conversationId === null ? null : deps.readModels.conversation(identity.userId, conversationId),
    }),
  }),
});

/** Where to begin: behind the cursor, or behind what is there at this moment. */
export const begin = async (store: EventStore, after: string | null | undefined, whose: string): Promise<Position> => {
  if (after == null) return store.head();
  const position = parseStoreCursor(store.id, after);
  if (position !== null) return position;
  throw new TurnlogError('VALIDATION', `after: a cursor of this server's ${whose} events`);
};

builder.queryField('head', (t) =>
  t.string({
    description:
      'Where the log ends now. Whoever subscribes behind it, and reads what stands once they know it, misses nothing between the two.',
    resolve: async (_, __, { deps: { store } }) => storeCursor(store.id, await store.head()),
  }),
);

async function* viewerEvents(
  store: EventStore,
  userId: string,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<Seen> {
  const filter = { userId, categories: ['conversation', 'turn', 'user'], types };
  for await (const { events } of store.subscribeToAll({ after, filter, signal })) {
    for (const event of events) {
      const { category, name, conversationId } = event.stream;
      yield { ...event, conversationId: category === 'conversation' ? idOf(name) : conversationId };
    }
  }
  if (!signal.aborted) throw serverStops();
}

builder.subscriptionField('viewerEvents', (t) =>
  t.field({
    type: ViewerEvent,
    description:
      "What happens to the viewer's conversations, turns and projects, tokens excepted; from now on without a cursor.",
    args: { after: t.arg.string() },
    subscribe: async (_, args, { deps: { store }, identity }) => {
      const after = await begin(store, args.after, 'viewer');
      return abortable((signal) => viewerEvents(store, identity.userId, after, signal));
    },
    resolve: (event) => event,
  }),
);
