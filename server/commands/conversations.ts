import { z } from 'zod';
import { decodeConversationEvent } from '../../schema/events/decode.ts';
import { conversationStream } from '../../schema/streams.ts';
import { type ConversationCommand, type ConversationState, conversationDecider } from '../conversation/decider.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { storableText } from '../generation/storable-text.ts';
import { parseInput } from './input.ts';

const title = z
  .string()
  .transform((text) => storableText(text).trim())
  .pipe(z.string().min(1).max(200));

export type ConversationDeps = {
  store: EventStore;
  newId: () => string;
  /** Turns of the conversation that wait or run. */
  openTurns: (conversationId: string) => Promise<readonly { id: string }[]>;
  cancelTurn: (input: { userId: string; turnId: string; why: string }) => Promise<boolean>;
};

type Owned = { userId: string; conversationId: string };

const isId = (id: string) => z.uuid().safeParse(id).success;

export const conversationCommands = ({ store, newId, openTurns, cancelTurn }: ConversationDeps) => {
  const handle = async (conversationId: string, command: ConversationCommand) => {
    // A malformed id is nobody's; z.uuid has one spelling, so a stream has one name.
    if (!isId(conversationId)) throw new TurnlogError('NOT_FOUND', 'not found');
    const id = conversationId.toLowerCase();
    return handleCommand(store, conversationStream(id), command, {
      decider: conversationDecider,
      decode: decodeConversationEvent,
      ids: () => newId(),
      owner: { userId: command.userId, conversationId: id },
    });
  };

  /** Decided from the stream. */
  const ownsConversation = async ({ userId, conversationId }: Owned): Promise<boolean> => {
    if (!isId(conversationId)) return false;
    let state: ConversationState = conversationDecider.initial;
    for await (const recorded of store.readStream(conversationStream(conversationId.toLowerCase()))) {
      const event = decodeConversationEvent(recorded);
      if (event) state = conversationDecider.evolve(state, event);
    }
    return state.status === 'open' && state.userId === userId;
  };

  return {
    /** Does nothing where it is open already. @throws TurnlogError NOT_FOUND where it is another's, or deleted */
    async openConversation(input: { userId: string; conversationId?: string; title?: string }) {
      const conversationId = input.conversationId ?? newId();
      const named = input.title === undefined ? 'New conversation' : parseInput(title, input.title, 'title');
      await handle(conversationId, { type: 'OpenConversation', conversationId, userId: input.userId, title: named });
      return { conversationId };
    },
    async renameConversation({ userId, conversationId, title: given }: Owned & { title: string }) {
      const named = parseInput(title, given, 'title');
      await handle(conversationId, { type: 'RenameConversation', userId, title: named });
    },
    async pinConversation({ userId, conversationId, pinned }: Owned & { pinned: boolean }) {
      await handle(conversationId, { type: 'PinConversation', userId, pinned });
    },
    /** Cancels what runs or waits in it first; what slips in between is cancelled by a processor. */
    async deleteConversation({ userId, conversationId }: Owned) {
      if (!(await ownsConversation({ userId, conversationId }))) throw new TurnlogError('NOT_FOUND', 'not found');
      for (const { id } of await openTurns(conversationId)) {
        await cancelTurn({ userId, turnId: id, why: 'the conversation was deleted' });
      }
      await handle(conversationId, { type: 'DeleteConversation', userId });
    },
    ownsConversation,
  };
};

export type ConversationCommands = ReturnType<typeof conversationCommands>;
