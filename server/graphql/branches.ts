import { builder } from './builder.ts';
import { Conversation, requireConversation } from './conversations.ts';
import { Message } from './messages.ts';
import { given, SendMessagePayload, told } from './turns.ts';

const Answer = builder.objectRef<{ id: string; turnId: string; siblings: readonly string[] }>('AnswerPlace').implement({
  description: 'What answers a question on the active branch, also while it is being written.',
  fields: (t) => ({
    id: t.exposeID('id'),
    turnId: t.exposeID('turnId', { description: 'Its turnEvents tell the answer as it is written, and how it ended.' }),
    siblings: t.idList({
      description: 'All that stand at its place, oldest first, this one among them.',
      resolve: ({ siblings }) => [...siblings],
    }),
  }),
});

builder.objectFields(Message, (t) => ({
  parentId: t.exposeID('parentId', {
    nullable: true,
    description: 'The message that it follows; null for a first one.',
  }),
  siblings: t.exposeIDList('siblings', {
    description: 'The messages that stand at its place, one on each branch, oldest first, this one among them.',
  }),
  siblingIndex: t.int({
    description: 'Its place among them, from 1.',
    resolve: ({ id, siblings }) => siblings.indexOf(id) + 1,
  }),
  siblingCount: t.int({ resolve: ({ siblings }) => siblings.length }),
  answer: t.field({
    type: Answer,
    nullable: true,
    resolve: ({ role, next, nextSiblings }) =>
      role === 'user' && next?.role === 'assistant' ? { ...next, siblings: nextSiblings } : null,
  }),
}));

builder.mutationFields((t) => ({
  regenerate: t.field({
    type: SendMessagePayload,
    description: 'Asks for another answer, beside the one there is. Takes an answer, or its question.',
    args: { messageId: t.arg.id({ required: true }), model: t.arg.string(), idempotencyKey: t.arg.string() },
    resolve: (_, args, context) =>
      told(context, context.deps.branches.regenerate(context.identity.userId, given(args))),
  }),
  editMessage: t.field({
    type: SendMessagePayload,
    description: 'Asks a question in other words, beside the one it was. Takes a message of the user.',
    args: {
      messageId: t.arg.id({ required: true }),
      text: t.arg.string({ required: true }),
      model: t.arg.string(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_, args, context) =>
      told(context, context.deps.branches.editMessage(context.identity.userId, given(args))),
  }),
  selectBranch: t.field({
    type: Conversation,
    description:
      'Makes the branch through a message the active one, with what was chosen last below it. Lists follow the active branch.',
    args: { messageId: t.arg.id({ required: true }) },
    resolve: async (_, { messageId }, context) => {
      const { deps, identity } = context;
      const { conversationId } = await deps.branches.selectBranch(identity.userId, messageId);
      return requireConversation(context, conversationId);
    },
  }),
}));
