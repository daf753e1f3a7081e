import type { Conversation, Message } from '../graphql/documents.ts';
import type { Refusal } from '../graphql/errors.ts';
import type { TurnEvent } from '../graphql/turn-events.ts';
import type { Attachment } from './attachments.ts';
import { mergeBranch, questionOf, tipOf, withQuestion, withRequest } from './branch.ts';
import { beginTurn, foldTurn, type TurnState } from './turn-state.ts';

/** A message that was sent and not yet taken. `key` is its idempotency key: the same however often it is sent. */
export type Outgoing = {
  readonly key: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sentAt: string;
  /** Why it was not taken; null while it is on its way. */
  readonly error: Refusal | null;
};

/** What is known of one conversation. */
export type Thread = {
  readonly status: 'loading' | 'ready' | 'missing' | 'unreachable';
  readonly conversation: Conversation | null;
  /** Of the server, oldest first. */
  readonly messages: readonly Message[];
  /** Before it stand older messages; null where there are none. */
  readonly olderCursor: string | null;
  /** Turns whose events are followed. */
  readonly turns: ReadonlyMap<string, TurnState>;
  readonly outbox: readonly Outgoing[];
  /** The idempotency key of a turn that was sent from here: it keeps its place on the screen. */
  readonly keys: ReadonlyMap<string, string>;
};

export const emptyThread = (isNew: boolean): Thread => ({
  status: isNew ? 'ready' : 'loading',
  conversation: null,
  messages: [],
  olderCursor: null,
  turns: new Map(),
  outbox: [],
  keys: new Map(),
});

type Accepted = {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
  /** What it was sent to follow; undefined where that was left to the server. */
  parentId: string | null | undefined;
};

export type ThreadAction =
  | { type: 'loaded'; conversation: Conversation; messages: readonly Message[]; olderCursor: string | null }
  | { type: 'loadedOlder'; messages: readonly Message[]; olderCursor: string | null }
  | { type: 'conversation'; conversation: Conversation }
  | { type: 'notLoaded'; status: 'missing' | 'unreachable' }
  | { type: 'sent'; key: string; text: string; attachments: readonly Attachment[]; sentAt: string }
  | { type: 'notSent'; key: string; error: Refusal }
  | { type: 'dropped'; key: string }
  | ({ type: 'accepted'; key: string } & Accepted)
  | { type: 'followed'; turnId: string }
  | { type: 'told'; turnId: string; events: readonly TurnEvent[] }
  | { type: 'stopping'; turnId: string; stopping: boolean };

const byTurn = (turns: Thread['turns'], turn: TurnState): Thread['turns'] => new Map(turns).set(turn.turnId, turn);

export const reduceThread = (thread: Thread, action: ThreadAction): Thread => {
  switch (action.type) {
    case 'loaded': {
      const { messages, meets } = mergeBranch(thread.messages, action.messages);
      const olderCursor = meets ? thread.olderCursor : action.olderCursor;
      return { ...thread, status: 'ready', conversation: action.conversation, messages, olderCursor };
    }
    case 'loadedOlder': {
      const known = new Set(thread.messages.map(({ id }) => id));
      const older = action.messages.filter(({ id }) => !known.has(id));
      return { ...thread, messages: [...older, ...thread.messages], olderCursor: action.olderCursor };
    }
    case 'conversation':
      return { ...thread, conversation: action.conversation };
    case 'notLoaded':
      return thread.status === 'ready' && action.status === 'unreachable'
        ? thread
        : { ...thread, status: action.status };
    case 'sent': {
      const { key, text, attachments, sentAt } = action;
      const outgoing = { key, text, attachments, sentAt, error: null };
      const isAgain = thread.outbox.some(({ key }) => key === action.key);
      return {
        ...thread,
        outbox: isAgain
          ? thread.outbox.map((other) => (other.key === action.key ? { ...other, error: null } : other))
          : [...thread.outbox, outgoing],
      };
    }
    case 'notSent':
      return {
        ...thread,
        outbox: thread.outbox.map((out) => (out.key === action.key ? { ...out, error: action.error } : out)),
      };
    case 'dropped':
      return { ...thread, outbox: thread.outbox.filter(({ key }) => key !== action.key) };
    case 'accepted': {
      const sent = thread.outbox.find(({ key }) => key === action.key);
      if (!sent) return thread;
      const { turnId } = action;
      const tip = tipOf(thread.messages);
      const { parentId = tip } = action;
      const question = questionOf({
        ...action,
        parentId,
        text: sent.text,
        attachments: sent.attachments,
        at: sent.sentAt,
      });
      return {
        ...thread,
        outbox: thread.outbox.filter((other) => other !== sent),
        messages: parentId === tip ? withQuestion(thread.messages, question) : thread.messages,
        turns: thread.turns.has(turnId) ? thread.turns : byTurn(thread.turns, beginTurn(turnId)),
        keys: new Map(thread.keys).set(turnId, sent.key),
      };
    }
    case 'followed':
      return thread.turns.has(action.turnId)
        ? thread
        : { ...thread, turns: byTurn(thread.turns, beginTurn(action.turnId)) };
    case 'told': {
      const before = thread.turns.get(action.turnId) ?? beginTurn(action.turnId);
      const turn = foldTurn(before, action.events);
      if (turn === before) return thread;
      const asked = action.events.find((event) => event.__typename === 'TurnRequested');
      return {
        ...thread,
        turns: byTurn(thread.turns, turn),
        messages: asked ? withRequest(thread.messages, asked) : thread.messages,
      };
    }
    case 'stopping': {
      const turn = thread.turns.get(action.turnId);
      return turn ? { ...thread, turns: byTurn(thread.turns, { ...turn, stopping: action.stopping }) } : thread;
    }
  }
};
