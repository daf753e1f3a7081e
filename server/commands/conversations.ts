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

const manyIds = z.array(z.string()).max(100);

export type ConversationDeps = {
  store: EventStore;
  newId: () => string;
  /** Turns of the conversation that wait or run. */
  openTurns: (conversationId: string) => Promise<readonly { id: string }[]>;
  cancelTurn: (input: { userId: string; turnId: string; why: string }) => Promise<boolean>;
  ownsProject: (owned: { userId: string; projectId: string }) => Promise<boolean>;
};

type Owned = { userId: string; conversationId: string };
type Opening = {
  userId: string;
  conversationId?: string;
  title?: string;
  projectId?: string | null | undefined;
  characterId?: string | undefined;
};

const isId = (id: string) => z.uuid().safeParse(id).success;

export const conversationCommands = ({ store, newId, openTurns, cancelTurn, ownsProject }: ConversationDeps) => {
  const handle = async (conversationId: string, command: ConversationCommand, { isNew = false } = {}) => {
    // A malformed id is nobody's; z.uuid has one spelling, so a stream has one name.
    if (!isId(conversationId)) throw new TurnlogError('NOT_FOUND', 'not found');
    const id = conversationId.toLowerCase();
    return handleCommand(store, conversationStream(id), command, {
      decider: conversationDecider,
      decode: decodeConversationEvent,
      ids: () => newId(),
      owner: { userId: command.userId, conversationId: id },
      isNew,
    });
  };

  /** As its stream tells it; `none` for a malformed id. */
  const readConversation = async (conversationId: string, { heard = false } = {}): Promise<ConversationState> => {
    let state: ConversationState = conversationDecider.initial;
    if (!isId(conversationId)) return state;
    for await (const recorded of store.readStream(conversationStream(conversationId.toLowerCase()), { heard })) {
      const event = decodeConversationEvent(recorded);
      if (event) state = conversationDecider.evolve(state, event);
    }
    return state;
  };

  const ownsConversation = async ({ userId, conversationId }: Owned): Promise<boolean> => {
    const state = await readConversation(conversationId);
    return state.status === 'open' && state.userId === userId;
  };

  /** @throws TurnlogError NOT_FOUND where it isn't the user's */
  const requireProject = async (userId: string, projectId: string): Promise<string> => {
    if (!(await ownsProject({ userId, projectId }))) throw new TurnlogError('NOT_FOUND', 'not found');
    return projectId.toLowerCase();
  };

  /** Cancels what runs or waits in it first; what slips in between is cancelled by a processor. */
  const deleteConversation = async ({ userId, conversationId }: Owned): Promise<void> => {
    if (!(await ownsConversation({ userId, conversationId }))) throw new TurnlogError('NOT_FOUND', 'not found');
    for (const { id } of await openTurns(conversationId)) {
      await cancelTurn({ userId, turnId: id, why: 'the conversation was deleted' });
    }
    await handle(conversationId, { type: 'DeleteConversation', userId });
  };

  return {
    /** Does nothing where it is open already. @throws TurnlogError NOT_FOUND where it or its project is another's, or deleted */
    async openConversation({ userId, ...input }: Opening) {
      const conversationId = input.conversationId ?? newId();
      const named = input.title === undefined ? 'New conversation' : parseInput(title, input.title, 'title');
      const { projectId, characterId } = input;
      const opening: ConversationCommand = {
        type: 'OpenConversation',
        conversationId,
        userId,
        title: named,
        ...(projectId != null && { projectId: await requireProject(userId, projectId) }),
        ...(characterId !== undefined && { characterId }),
      };
      await handle(conversationId, opening, { isNew: true });
      return { conversationId };
    },
    /** Under a project of the user's, or (null) under none. */
    async fileConversation({ userId, conversationId, projectId }: Owned & { projectId: string | null }) {
      const under = projectId === null ? null : await requireProject(userId, projectId);
      await handle(conversationId, { type: 'FileConversation', userId, projectId: under });
    },
    async renameConversation({ userId, conversationId, title: given }: Owned & { title: string }) {
      const named = parseInput(title, given, 'title');
      await handle(conversationId, { type: 'RenameConversation', userId, title: named });
    },
    async pinConversation({ userId, conversationId, pinned }: Owned & { pinned: boolean }) {
      await handle(conversationId, { type: 'PinConversation', userId, pinned });
    },
    /** The message is one of the conversation's. */
    async selectBranch({ userId, conversationId, messageId }: Owned & { messageId: string }) {
      await handle(conversationId, { type: 'SelectBranch', userId, messageId });
    },
    deleteConversation,
    /** Passes over what isn't the user's or is gone already. Returns the ids of those that were deleted. */
    async deleteConversations({ userId, ids }: { userId: string; ids: readonly string[] }): Promise<string[]> {
      const deleted: string[] = [];
      for (const conversationId of new Set(parseInput(manyIds, ids, 'ids'))) {
        try {
          await deleteConversation({ userId, conversationId });
          deleted.push(conversationId);
        } catch (error) {
          if (!(error instanceof TurnlogError) || error.code !== 'NOT_FOUND') throw error;
        }
      }
      return deleted;
    },
    readConversation,
    ownsConversation,
    /** As far as this process has heard; empty where there is none, or none any more. */
    async titleOf(conversationId: string): Promise<string> {
      const state = await readConversation(conversationId, { heard: true });
      return state.status === 'open' ? state.title : '';
    },
  };
};

export type ConversationCommands = ReturnType<typeof conversationCommands>;
