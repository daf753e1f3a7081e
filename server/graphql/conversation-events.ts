import { storeCursor } from '../../schema/cursor.ts';
import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { abortable } from './abortable.ts';
import { builder } from './builder.ts';
import { Conversation } from './conversations.ts';
import { serverStops } from './lifetimes.ts';
import { begin, conversationTypes as types } from './viewer-events.ts';

/** The message that an event is about: the one that was selected, or the answer that was asked for. */
const messageOf = (event: RecordedEvent): string | null => {
  const turn = decodeTurnEvent(event);
  if (turn?.type === 'TurnRequested') return turn.data.assistantMessageId;
  const conversation = decodeConversationEvent(event);
  return conversation?.type === 'BranchSelected' ? conversation.data.messageId : null;
};

const ConversationEvent = builder.objectRef<RecordedEvent>('ConversationEvent').implement({
  fields: (t) => ({
    cursor: t.string({ resolve: ({ position }, _, { deps }) => storeCursor(deps.store.id, position) }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
    type: t.exposeString('type', { description: `The event's type: ${types.join(', ')}.` }),
    turnId: t.id({
      nullable: true,
      resolve: ({ stream }) => (stream.category === 'turn' ? idOf(stream.name) : null),
    }),
    messageId: t.id({
      nullable: true,
      description: 'Of BranchSelected the message that was chosen, of TurnRequested the answer to come.',
      resolve: messageOf,
    }),
    conversation: t.field({
      type: Conversation,
      nullable: true,
      description: 'The conversation as it stands now; null once it is deleted.',
      resolve: ({ stream: { conversationId } }, _, { deps, identity }) =>
        conversationId === null ? null : deps.readModels.conversation(identity.userId, conversationId),
    }),
  }),
});

type Of = { userId: string; conversationId: string };

async function* conversationEvents(
  store: EventStore,
  { userId, conversationId }: Of,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  const filter = { userId, conversationId, categories: ['conversation', 'turn'], types };
  for await (const { events } of store.subscribeToAll({ after, filter, signal })) {
    for (const event of events) {
      yield event;
      if (event.type === 'ConversationDeleted') return;
    }
  }
  if (!signal.aborted) throw serverStops();
}

builder.subscriptionField('conversationEvents', (t) =>
  t.field({
    type: ConversationEvent,
    description:
      'What happens to a conversation and its turns, tokens excepted, after the cursor (exclusive); from now on without one. Completes when it is deleted.',
    args: { conversationId: t.arg.id({ required: true }), after: t.arg.string() },
    subscribe: async (_, args, { deps: { store, conversations }, identity: { userId } }) => {
      const own = { userId, conversationId: args.conversationId.toLowerCase() };
      const after = await begin(store, args.after, 'conversation');
      if (!(await conversations.ownsConversation(own))) throw new TurnlogError('NOT_FOUND', 'not found');
      return abortable((signal) => conversationEvents(store, own, after, signal));
    },
    resolve: (event) => event,
  }),
);
