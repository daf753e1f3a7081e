import type { ConversationEvent } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';

export type ConversationCommand =
  | {
      type: 'OpenConversation';
      conversationId: string;
      userId: string;
      title: string;
      projectId?: string;
      characterId?: string;
    }
  | { type: 'ImportConversation'; conversationId: string; userId: string; title: string; hash: string; turns: number }
  | { type: 'RenameConversation'; userId: string; title: string }
  | { type: 'PinConversation'; userId: string; pinned: boolean }
  | { type: 'FileConversation'; userId: string; projectId: string | null }
  /** The message is one of the conversation's: whoever sends the command has read so in its turn's stream. */
  | { type: 'SelectBranch'; userId: string; messageId: string }
  | { type: 'DeleteConversation'; userId: string };

type Importing = Extract<ConversationCommand, { type: 'ImportConversation' }>;

export type ConversationState =
  | { status: 'none' }
  | {
      status: 'open';
      userId: string;
      title: string;
      pinned: boolean;
      projectId: string | null;
      imported: string | null;
    }
  | { status: 'deleted'; userId: string };

const notFound = () => new TurnlogError('NOT_FOUND', 'not found');

const evolve = (state: ConversationState, event: ConversationEvent): ConversationState => {
  if (event.type === 'ConversationOpened') {
    const { userId, title } = event.data;
    return { status: 'open', userId, title, pinned: false, projectId: null, imported: null };
  }
  if (state.status !== 'open') return state;
  switch (event.type) {
    case 'ConversationRenamed':
      return { ...state, title: event.data.title };
    case 'ConversationPinned':
      return { ...state, pinned: event.data.pinned };
    case 'ConversationFiled':
      return { ...state, projectId: event.data.projectId };
    case 'ConversationImported':
      return { ...state, imported: event.data.hash };
    case 'BranchSelected':
      return state;
    case 'ConversationDeleted':
      return { status: 'deleted', userId: state.userId };
  }
};

const importing = (command: Importing, state: ConversationState): ConversationEvent[] => {
  const { conversationId, userId, title, hash, turns } = command;
  if (state.status === 'none') {
    return [
      { type: 'ConversationOpened', data: { conversationId, userId, title } },
      { type: 'ConversationImported', data: { hash, turns } },
    ];
  }
  if (state.userId !== userId || state.status !== 'open') throw notFound();
  if (state.imported === hash) return [];
  throw new TurnlogError('VALIDATION', 'this Idempotency-Key was used with another file: use a new key');
};

/** Somebody else's conversation, a deleted one and a missing one give the same answer. */
const decide = (command: ConversationCommand, state: ConversationState): ConversationEvent[] => {
  if (state.status === 'deleted') {
    if (command.type === 'DeleteConversation' && command.userId === state.userId) return [];
    throw notFound();
  }
  if (command.type === 'ImportConversation') return importing(command, state);
  if (command.type === 'OpenConversation') {
    if (state.status === 'open' && state.userId !== command.userId) throw notFound();
    if (state.status === 'open') return [];
    const { type: _, projectId, ...data } = command;
    const opened: ConversationEvent = { type: 'ConversationOpened', data };
    return projectId === undefined ? [opened] : [opened, { type: 'ConversationFiled', data: { projectId } }];
  }
  if (state.status === 'none' || state.userId !== command.userId) throw notFound();
  switch (command.type) {
    case 'RenameConversation':
      return command.title === state.title ? [] : [{ type: 'ConversationRenamed', data: { title: command.title } }];
    case 'PinConversation':
      return command.pinned === state.pinned ? [] : [{ type: 'ConversationPinned', data: { pinned: command.pinned } }];
    case 'FileConversation':
      return command.projectId === state.projectId
        ? []
        : [{ type: 'ConversationFiled', data: { projectId: command.projectId } }];
    case 'SelectBranch':
      // Also the same one again: a turn that was requested meanwhile has moved the branch.
      return [{ type: 'BranchSelected', data: { messageId: command.messageId } }];
    case 'DeleteConversation':
      return [{ type: 'ConversationDeleted', data: { by: command.userId } }];
  }
};

const initial: ConversationState = { status: 'none' };
export const conversationDecider = { initial, evolve, decide } as const;
