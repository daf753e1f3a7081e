import type { Message } from '../graphql/documents.ts';
import { answerTurnOf } from './branch.ts';
import type { Outgoing, Thread } from './thread.ts';
import { isOver, type TurnState } from './turn-state.ts';

/** A question and its answer, as they stand on the screen. The parts are the thread's own objects: equal means unchanged. */
export type Exchange = {
  readonly key: string;
  readonly turnId: string | null;
  /** Null where the question stands on an older page. */
  readonly question: Message | Outgoing | null;
  /** A followed turn comes before the message that it ends in. */
  readonly answer: TurnState | Message | null;
};

/** Oldest first. A message on its way stands last. */
export const exchangesOf = ({ messages, turns, outbox, keys }: Thread): readonly Exchange[] => {
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    const { turnId } = message;
    if (message.role === 'USER') {
      const live = turns.get(answerTurnOf(message));
      exchanges.push({ key: keys.get(turnId) ?? turnId, turnId, question: message, answer: live ?? null });
      continue;
    }
    const last = exchanges.at(-1);
    if (last?.question && last.answer === null) exchanges[exchanges.length - 1] = { ...last, answer: message };
    else if (!turns.has(turnId)) exchanges.push({ key: message.id, turnId, question: null, answer: message });
  }
  for (const out of outbox) exchanges.push({ key: out.key, turnId: null, question: out, answer: null });
  return exchanges;
};

/** A message stands in an exchange, as its question or its answer. */
export const isIn = ({ question, answer }: Exchange, messageId: string): boolean => {
  const asked = question && 'id' in question ? question : null;
  const answered = answer && 'content' in answer ? answer.id : asked?.answer?.id;
  return asked?.id === messageId || answered === messageId;
};

/** A tool's call waits for a decision: the later turns of its conversation wait for that, too. */
export const awaitsDecision = ({ turns }: Pick<Thread, 'turns'>): boolean =>
  [...turns.values()].some((turn) => turn.asked !== null && !isOver(turn));

/** Turns with a question and no answer yet: what became of them, their events tell. */
export const unansweredTurns = ({ messages, turns }: Pick<Thread, 'messages' | 'turns'>): readonly string[] => {
  const answered = new Set(messages.filter(({ role }) => role === 'ASSISTANT').map(({ turnId }) => turnId));
  return messages
    .filter(({ role }) => role === 'USER')
    .map(answerTurnOf)
    .filter((turnId) => !answered.has(turnId) && !turns.has(turnId));
};

/** The turn that a stop would stop: the first that has not ended, on the branch that is shown before any other. */
export const activeTurn = ({ messages, turns }: Pick<Thread, 'messages' | 'turns'>): TurnState | null => {
  for (const message of messages) {
    const turn = turns.get(answerTurnOf(message));
    if (message.role === 'USER' && turn && !isOver(turn)) return turn;
  }
  return [...turns.values()].find((turn) => !isOver(turn)) ?? null;
};

/** A turn that has not ended stands on a branch that is not shown. */
export const isElsewhere = ({ messages }: Pick<Thread, 'messages'>, { turnId }: TurnState): boolean =>
  !messages.some((message) => message.role === 'USER' && answerTurnOf(message) === turnId);
