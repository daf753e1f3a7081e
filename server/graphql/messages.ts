import type { MessageRow } from '../../projections/messages.ts';
import { readSources } from '../../schema/blocks.ts';
import { TurnlogError } from '../errors.ts';
import { Block, blockOf, Source } from './blocks.ts';
import { builder } from './builder.ts';
import { Conversation, requireConversation } from './conversations.ts';
import { connectionOf, pageOf } from './pages.ts';
import { TurnPauseRef } from './turn-pauses.ts';

export const MessageRole = builder.enumType('MessageRole', {
  values: { USER: { value: 'user' }, ASSISTANT: { value: 'assistant' } } as const,
});

const Attachment = builder.objectRef<MessageRow['attachments'][number]>('Attachment').implement({
  fields: (t) => ({
    filename: t.exposeString('filename'),
    text: t.exposeString('text'),
    length: t.int({ description: 'Of the text, in UTF-16 units.', resolve: ({ text }) => text.length }),
  }),
});

export const Message = builder.objectRef<MessageRow>('Message').implement({
  description:
    'A message whose text is final. The answer of a running turn is not among them: subscribe to turnEvents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    turnId: t.exposeID('turnId'),
    role: t.expose('role', { type: MessageRole }),
    content: t.exposeString('content'),
    attachments: t.expose('attachments', { type: [Attachment] }),
    reasoning: t.exposeString('reasoning', {
      description: 'What the model thought before it answered; empty where it told nothing of it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    interrupted: t.exposeBoolean('interrupted', {
      description: 'True where the answer was cut short: stopped, failed or interrupted.',
    }),
    model: t.exposeString('model', { nullable: true }),
    attempts: t.exposeInt('attempts', {
      description: 'Of an answer: 1, and one more for each worker that was lost; 0 for a question.',
    }),
    pauses: t.expose('pauses', {
      type: [TurnPauseRef],
      description: 'Of an answer: when its turn had lost its worker, oldest first.',
    }),
    blocks: t.field({
      type: [Block],
      description: 'What a tool found: to be shown above the content.',
      resolve: ({ blocks }) => blocks.map(blockOf),
    }),
    sources: t.field({ type: [Source], resolve: ({ sources }) => readSources(sources) }),
  }),
});

const MessageConnection = builder.connectionObject(
  { type: Message, name: 'MessageConnection' },
  { name: 'MessageEdge' },
);

builder.queryField('message', (t) =>
  t.field({
    type: Message,
    description: 'On whichever branch it stands.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      const row = await deps.readModels.message(identity.userId, id);
      if (!row) throw new TurnlogError('NOT_FOUND', 'not found');
      return row;
    },
  }),
);

builder.queryField('messages', (t) =>
  t.connection(
    {
      type: Message,
      description: 'Oldest first, along the active branch.',
      args: { conversationId: t.arg.id({ required: true }) },
      resolve: async (_, { conversationId, ...args }, context) => {
        const { id } = await requireConversation(context, conversationId);
        const { deps, identity } = context;
        return connectionOf(await deps.readModels.messages(identity.userId, id, pageOf(args)));
      },
    },
    MessageConnection,
  ),
);

builder.objectField(Conversation, 'messages', (t) =>
  t.connection(
    {
      type: Message,
      resolve: async ({ id }, args, { deps, identity }) =>
        connectionOf(await deps.readModels.messages(identity.userId, id, pageOf(args))),
    },
    MessageConnection,
  ),
);
