import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import { editOf, type OwnMessage, regenerationOf } from '../turn/branches.ts';
import type { ConversationCommands } from './conversations.ts';
import type { FindMessage } from './find-message.ts';
import { requestIds } from './ids.ts';
import { parseInput } from './input.ts';
import type { RequestedTurn, SubmitTurn } from './submit-turn.ts';
import { turnInput } from './turns.ts';

const branchInput = turnInput.pick({ model: true, idempotencyKey: true }).extend({ messageId: z.string() });
const editInput = branchInput.extend({ text: turnInput.shape.message });

export type BranchDeps = {
  newId: () => string;
  hmac: (purpose: string, ...parts: string[]) => Uint8Array;
  submit: SubmitTurn;
  findMessage: FindMessage;
};

/** Nothing of a conversation is ever overwritten: what is said anew stands beside what was said. */
export const branchCommands = (deps: BranchDeps, conversations: ConversationCommands) => {
  const findMessage = async (userId: string, messageId: string): Promise<OwnMessage> => {
    const message = await deps.findMessage(userId, messageId);
    const { conversationId } = message.request;
    if (await conversations.ownsConversation({ userId, conversationId })) return message;
    throw new TurnlogError('NOT_FOUND', 'not found');
  };

  const open = async (userId: string, { messageId, model, idempotencyKey }: z.infer<typeof branchInput>) => {
    const message = await findMessage(userId, messageId);
    const { conversationId, context, options } = message.request;
    const ids = requestIds(deps, userId, idempotencyKey);
    const asking = {
      turnId: ids('turn'),
      userId,
      conversationId,
      assistantMessageId: ids('assistant-message'),
      options: model === undefined ? options : { ...options, model },
      context,
      contract: 'graphql' as const,
    };
    return { message, asking, ids, isKeyed: idempotencyKey !== undefined };
  };

  return {
    /** Another answer to the question of a message, or of the question itself. @throws TurnlogError as requestTurn does */
    async regenerate(userId: string, input: unknown): Promise<RequestedTurn> {
      const { message, asking, isKeyed } = await open(userId, parseInput(branchInput, input));
      return deps.submit(regenerationOf(message, asking), { isKeyed });
    },
    /** Another question at the place of a message. @throws TurnlogError as requestTurn does */
    async editMessage(userId: string, input: unknown): Promise<RequestedTurn> {
      const { text, ...given } = parseInput(editInput, input);
      const { message, asking, ids, isKeyed } = await open(userId, given);
      const edited = { ...asking, text, userMessageId: ids('user-message') };
      return deps.submit(editOf(message, edited), { isKeyed });
    },
    /** Makes the branch that goes through a message the active one. @throws TurnlogError NOT_FOUND */
    async selectBranch(userId: string, messageId: string): Promise<{ conversationId: string }> {
      const { request, ...found } = await deps.findMessage(userId, messageId);
      const { conversationId } = request;
      await conversations.selectBranch({ userId, conversationId, messageId: found.messageId });
      return { conversationId };
    },
  };
};

export type BranchCommands = ReturnType<typeof branchCommands>;
