import type { ConversationRow } from '../../projections/conversations.ts';
import { TurnlogError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { connectionOf, pageOf } from './pages.ts';

export const Conversation = builder.objectRef<ConversationRow>('Conversation').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    pinned: t.exposeBoolean('pinned'),
    preview: t.exposeString('preview', { description: 'The beginning of its last message.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

/** @throws TurnlogError NOT_FOUND for another's, a deleted, a missing and a malformed id alike */
export const requireConversation = async ({ deps, identity }: Context, id: string): Promise<ConversationRow> => {
  const found = await deps.readModels.conversation(identity.userId, id.toLowerCase());
  if (!found) throw new TurnlogError('NOT_FOUND', 'not found');
  return found;
};

const ConversationConnection = builder.connectionObject(
  { type: Conversation, name: 'ConversationConnection' },
  { name: 'ConversationEdge' },
);

builder.queryFields((t) => ({
  conversations: t.connection(
    {
      type: Conversation,
      description: 'Pinned first, then newest first; those of one project where it is given.',
      args: { projectId: t.arg.id() },
      resolve: async (_, { projectId, ...args }, { deps, identity }) => {
        const filed = { projectId: projectId ?? undefined };
        return connectionOf(await deps.readModels.conversations(identity.userId, pageOf(args), filed));
      },
    },
    ConversationConnection,
  ),
  conversation: t.field({
    type: Conversation,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, context) => requireConversation(context, id),
  }),
}));

builder.mutationFields((t) => ({
  createConversation: t.field({
    type: Conversation,
    args: { title: t.arg.string(), projectId: t.arg.id() },
    resolve: async (_, { title, projectId }, context) => {
      const { deps, identity } = context;
      const named = { userId: identity.userId, projectId, ...(title != null && { title }) };
      const { conversationId } = await deps.conversations.openConversation(named);
      return requireConversation(context, conversationId);
    },
  }),
  renameConversation: t.field({
    type: Conversation,
    args: { id: t.arg.id({ required: true }), title: t.arg.string({ required: true }) },
    resolve: async (_, { id, title }, context) => {
      const { deps, identity } = context;
      await deps.conversations.renameConversation({ userId: identity.userId, conversationId: id, title });
      return requireConversation(context, id);
    },
  }),
  pinConversation: t.field({
    type: Conversation,
    args: { id: t.arg.id({ required: true }), pinned: t.arg.boolean({ required: true }) },
    resolve: async (_, { id, pinned }, context) => {
      const { deps, identity } = context;
      await deps.conversations.pinConversation({ userId: identity.userId, conversationId: id, pinned });
      return requireConversation(context, id);
    },
  }),
  deleteConversation: t.field({
    type: 'ID',
    description: 'Cancels its running turns first. Returns the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      await deps.conversations.deleteConversation({ userId: identity.userId, conversationId: id });
      return id;
    },
  }),
  deleteConversations: t.field({
    type: ['ID'],
    description: 'At most 100 at once. Returns the ids of those that were deleted; what is not there is passed over.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_, { ids }, { deps, identity }) =>
      deps.conversations.deleteConversations({ userId: identity.userId, ids }),
  }),
}));
