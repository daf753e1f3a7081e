import type { TurnRow } from '../../projections/turns.ts';
import { turnCursor } from '../../schema/cursor.ts';
import type { RequestedTurn } from '../commands/submit-turn.ts';
import { TurnlogError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { Conversation } from './conversations.ts';
import { TurnPauseRef } from './turn-pauses.ts';
import { Usage } from './usage.ts';

export const TurnStatus = builder.enumType('TurnStatus', {
  values: {
    WAITING: { value: 'waiting' },
    RUNNING: { value: 'running' },
    SUSPENDED: { value: 'suspended', description: 'A person is to decide about a tool’s call.' },
    COMPLETED: { value: 'completed' },
    FAILED: { value: 'failed' },
    CANCELLED: { value: 'cancelled' },
  } as const,
});

export const Turn = builder.objectRef<TurnRow>('Turn').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    conversationId: t.exposeID('conversationId'),
    userMessageId: t.exposeID('userMessageId'),
    assistantMessageId: t.exposeID('assistantMessageId'),
    status: t.expose('status', { type: TurnStatus }),
    place: t.int({
      nullable: true,
      description:
        'Place in the line while waiting, from 1; 0 once it runs; null while it is suspended and after the end. `queue` says why it waits.',
      resolve: ({ id, lane, status }, _, { deps }) => {
        if (status === 'waiting') return deps.queue.place(id, lane);
        return status === 'running' ? 0 : null;
      },
    }),
    model: t.exposeString('model', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    attempts: t.exposeInt('attempts', {
      description: '1 from its start, and one more for each worker that was lost; 0 before.',
    }),
    pauses: t.expose('pauses', { type: [TurnPauseRef] }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it failed or was cancelled, in words that may be shown.',
    }),
    usage: t.expose('usage', { type: Usage, nullable: true }),
  }),
});

builder.objectField(Conversation, 'activeTurn', (t) =>
  t.field({
    type: Turn,
    nullable: true,
    description: 'The turn of this conversation that waits or runs, the one that runs first; null when all have ended.',
    resolve: ({ id }, _, { deps, identity }) => deps.readModels.activeTurn(identity.userId, id),
  }),
);

builder.queryField('turn', (t) =>
  t.field({
    type: Turn,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      const found = await deps.readModels.turn(identity.userId, id.toLowerCase());
      if (!found) throw new TurnlogError('NOT_FOUND', 'not found');
      return found;
    },
  }),
);

const AttachmentInput = builder.inputType('AttachmentInput', {
  fields: (t) => ({
    filename: t.string({ required: true }),
    text: t.string({ required: true, description: '20,000 characters at most.' }),
  }),
});

const SendMessageInput = builder.inputType('SendMessageInput', {
  fields: (t) => ({
    message: t.string({ required: true }),
    conversationId: t.id({ description: 'Opens a new conversation where there is none.' }),
    projectId: t.id({ description: 'What a new conversation is filed under.' }),
    parentMessageId: t.id({
      description: 'The message that it follows, on any branch; without one, the last of the active branch.',
    }),
    model: t.string(),
    attachments: t.field({ type: [AttachmentInput], description: 'Five at most.' }),
    idempotencyKey: t.string({
      description: 'The same message with the same key joins the turn that the first started.',
    }),
  }),
});

export const SendMessagePayload = builder.objectRef<RequestedTurn>('SendMessagePayload').implement({
  fields: (t) => ({
    turnId: t.exposeID('turnId'),
    conversationId: t.exposeID('conversationId'),
    userMessageId: t.exposeID('userMessageId'),
    assistantMessageId: t.exposeID('assistantMessageId'),
    cursor: t.string({
      description: 'Subscribe to turnEvents after this.',
      resolve: ({ revision }, _, { deps }) => turnCursor(deps.store.id, revision),
    }),
  }),
});

/** An input's null is a field that was left out. */
export const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

/** Tells the request's line in the log which turn it began. */
export const told = async ({ tell }: Context, requested: Promise<RequestedTurn>): Promise<RequestedTurn> => {
  const turn = await requested;
  tell?.({ turnId: turn.turnId });
  return turn;
};

const ToolCallDecision = builder.enumType('ToolCallDecision', {
  values: { APPROVED: { value: 'approved' }, DENIED: { value: 'denied' } } as const,
});

builder.mutationFields((t) => ({
  sendMessage: t.field({
    type: SendMessagePayload,
    args: { input: t.arg({ type: SendMessageInput, required: true }) },
    resolve: (_, { input }, context) => {
      const { deps, identity } = context;
      const caller = { userId: identity.userId, contract: 'graphql', foreignConversation: 'refuse' } as const;
      return told(context, deps.turns.requestTurn(caller, given(input)));
    },
  }),
  resolveToolCall: t.boolean({
    description: 'Lets the call of a suspended turn run, or not; the turn goes on.',
    args: {
      turnId: t.arg.id({ required: true }),
      callId: t.arg.string({ required: true }),
      decision: t.arg({ type: ToolCallDecision, required: true }),
    },
    resolve: async (_, decided, { deps, identity: { userId } }) => {
      await deps.turns.resolveToolCall({ ...decided, userId, by: userId });
      return true;
    },
  }),
  cancelTurn: t.boolean({
    description: 'False where there is nothing left to cancel.',
    args: { turnId: t.arg.id({ required: true }) },
    resolve: (_, { turnId }, { deps, identity }) =>
      deps.turns.cancelTurn({ userId: identity.userId, turnId, why: 'the user asked' }),
  }),
}));
