import type { Message } from '../graphql/documents.ts';
import type { TurnEvent } from '../graphql/turn-events.ts';
import type { Attachment } from './attachments.ts';

type Requested = Extract<TurnEvent, { __typename: 'TurnRequested' }>;

/** The turn that answers a question on this branch. */
export const answerTurnOf = ({ answer, turnId }: Message): string => answer?.turnId ?? turnId;

/** The last message of the branch, also one that is still being written: what is said next follows it. */
export const tipOf = (messages: readonly Message[]): string | null => {
  const last = messages.at(-1);
  return last ? (last.answer?.id ?? last.id) : null;
};

type Asked = {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
  parentId: string | null;
  text: string;
  attachments: readonly Attachment[];
  at: string;
};

export const questionOf = ({
  turnId,
  userMessageId,
  assistantMessageId,
  parentId,
  text,
  attachments,
  at,
}: Asked): Message => ({
  id: userMessageId,
  turnId,
  role: 'USER',
  content: text,
  reasoning: '',
  blocks: [],
  sources: [],
  toolNotes: [],
  attachments: attachments.map(({ filename, text: { length } }) => ({ filename, length })),
  createdAt: at,
  interrupted: false,
  model: null,
  attempts: 0,
  pauses: [],
  parentId,
  siblings: [userMessageId],
  answer: { id: assistantMessageId, turnId, siblings: [assistantMessageId] },
});

/** With the question at the end of the branch. */
export const withQuestion = (messages: readonly Message[], question: Message): readonly Message[] =>
  messages.some(({ id }) => id === question.id) ? messages : [...messages, question];

/** What a turn asked, where it follows the branch that is shown; of another branch the server's list tells. */
export const withRequest = (messages: readonly Message[], event: Requested): readonly Message[] => {
  const { kind, parentMessageId, recordedAt, ...asked } = event;
  if (kind === 'regeneration' || parentMessageId !== tipOf(messages)) return messages;
  return withQuestion(messages, questionOf({ ...asked, parentId: parentMessageId, at: recordedAt }));
};

const isSame = (before: Message, now: Message): boolean =>
  before.content === now.content &&
  before.siblings.join() === now.siblings.join() &&
  before.answer?.id === now.answer?.id &&
  before.answer?.siblings.join() === now.answer?.siblings.join();

/**
 * The branch as the server has it, whose last page was loaded: before it the older messages that are known already, since
 * what stands before a message never changes; behind it what has followed meanwhile. `meets` tells whether the page meets
 * what was known. Unchanged messages stay the objects they are, so that what shows them need not be drawn again.
 */
export const mergeBranch = (
  known: readonly Message[],
  loaded: readonly Message[],
): { messages: readonly Message[]; meets: boolean } => {
  const byId = new Map(known.map((message) => [message.id, message]));
  const page = loaded.map((message) => {
    const before = byId.get(message.id);
    return before && isSame(before, message) ? before : message;
  });
  const first = known.findIndex(({ id }) => id === loaded[0]?.id);
  const ids = new Set(loaded.map(({ id }) => id));
  const messages = [...known.slice(0, Math.max(0, first)), ...page];
  for (const message of known.slice(Math.max(0, first))) {
    const tip = tipOf(messages);
    if (!ids.has(message.id) && (message.parentId === tip || message.id === tip)) messages.push(message);
  }
  return { messages, meets: first >= 0 };
};
