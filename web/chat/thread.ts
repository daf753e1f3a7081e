import type { Conversation, Message } from '../graphql/documents.ts';
import type { TurnEvent } from '../graphql/turn-events.ts';
import { beginTurn, foldTurn, isOver, type TurnState } from './turn-state.ts';

/** A message that was sent and not yet taken. `key` is its idempotency key: the same however often it is sent. */
export type Outgoing = {
  readonly key: string;
  readonly text: string;
  readonly sentAt: string;
  /** Why it was not taken; null while it is on its way. */
  readonly error: string | null;
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

type Accepted = { turnId: string; userMessageId: string };

export type ThreadAction =
  | { type: 'loaded'; conversation: Conversation; messages: readonly Message[]; olderCursor: string | null }
  | { type: 'loadedOlder'; messages: readonly Message[]; olderCursor: string | null }
  | { type: 'conversation'; conversation: Conversation }
  | { type: 'notLoaded'; status: 'missing' | 'unreachable' }
  | { type: 'sent'; key: string; text: string; sentAt: string }
  | { type: 'notSent'; key: string; error: string }
  | { type: 'dropped'; key: string }
  | ({ type: 'accepted'; key: string } & Accepted)
  | { type: 'followed'; turnId: string }
  | { type: 'told'; turnId: string; events: readonly TurnEvent[] }
  | { type: 'stopping'; turnId: string; stopping: boolean };

const byTurn = (turns: Thread['turns'], turn: TurnState): Thread['turns'] => new Map(turns).set(turn.turnId, turn);

/** Known messages stay the objects they are, so that what shows them need not be drawn again. */
const merge = ({ messages: known, turns }: Thread, loaded: readonly Message[]): readonly Message[] => {
  const byId = new Map(known.map((message) => [message.id, message]));
  const ids = new Set(loaded.map(({ id }) => id));
  const first = known.findIndex(({ id }) => ids.has(id));
  const before = known.slice(0, Math.max(0, first));
  const behind = known.slice(before.length).filter(({ id, turnId }) => {
    if (ids.has(id)) return false;
    const turn = turns.get(turnId);
    // Too much came meanwhile for the pages to meet: of what is known only what goes on stays.
    return first >= 0 || (turn !== undefined && !isOver(turn));
  });
  return [...before, ...loaded.map((message) => byId.get(message.id) ?? message), ...behind];
};

const question = (turnId: string, id: string, content: string, createdAt: string): Message => ({
  id,
  turnId,
  role: 'USER',
  content,
  createdAt,
  interrupted: false,
  model: null,
});

const withMessage = (messages: readonly Message[], message: Message): readonly Message[] =>
  messages.some(({ id }) => id === message.id) ? messages : [...messages, message];

export const reduceThread = (thread: Thread, action: ThreadAction): Thread => {
  switch (action.type) {
    case 'loaded': {
      const known = new Set(thread.messages.map(({ id }) => id));
      const pagesMeet = action.messages.some(({ id }) => known.has(id));
      return {
        ...thread,
        status: 'ready',
        conversation: action.conversation,
        messages: merge(thread, action.messages),
        olderCursor: pagesMeet ? thread.olderCursor : action.olderCursor,
      };
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
      const outgoing = { key: action.key, text: action.text, sentAt: action.sentAt, error: null };
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
      const { turnId, userMessageId } = action;
      return {
        ...thread,
        outbox: thread.outbox.filter((other) => other !== sent),
        messages: withMessage(thread.messages, question(turnId, userMessageId, sent.text, sent.sentAt)),
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
        messages: asked
          ? withMessage(thread.messages, question(action.turnId, asked.userMessageId, asked.text, asked.recordedAt))
          : thread.messages,
      };
    }
    case 'stopping': {
      const turn = thread.turns.get(action.turnId);
      return turn ? { ...thread, turns: byTurn(thread.turns, { ...turn, stopping: action.stopping }) } : thread;
    }
  }
};
