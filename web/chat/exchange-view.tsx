import { memo, type Ref, useRef, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import type { Message } from '../graphql/documents.ts';
import type { Refusal } from '../graphql/errors.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { BranchArrows } from './branch-arrows.tsx';
import type { Chat } from './chat.ts';
import type { Exchange } from './exchanges.ts';
import { mark } from './mark.ts';
import { CutShort, Failure, Note, Resumed } from './notes.tsx';
import { QuestionView } from './question-view.tsx';
import { Refused } from './refused.tsx';
import { isOver, type TurnState } from './turn-state.ts';
import { Waiting } from './waiting.tsx';

type Props = {
  api: Api;
  chat: Chat;
  exchange: Exchange;
  /** The message that was looked for; null where it is none of these two. */
  sought: string | null;
  /** Keeps the arrows of a message, which is about to be shown, where those are that were pressed. */
  hold: (messageId: string) => void;
  ref?: Ref<HTMLElement>;
};

type Answering = {
  api: Api;
  id: string;
  siblings: readonly string[];
  onSelect: (messageId: string) => void;
  onRetry: () => void;
};

/** Before the first word: what a tool does, or that the model thinks where it doesn't tell what. */
const Busy = ({ tool, reasoning }: Pick<TurnState, 'tool' | 'reasoning'>) =>
  (tool !== null || reasoning === '') && (
    <p role="status" className="animate-pulse text-sm text-soft">
      {tool ?? 'Thinking…'}
    </p>
  );

/** An answer that is followed: waiting, being written, or ended under our eyes. */
const LiveAnswer = ({ api, chat, turn, onRetry, ...tools }: Answering & { chat: Chat; turn: TurnState }) => (
  <>
    {turn.status === 'waiting' && <Waiting api={api} chat={chat} turn={turn} />}
    {turn.asked && !isOver(turn) && <ApprovalCard api={api} turnId={turn.turnId} call={turn.asked} />}
    {turn.status === 'running' && !turn.asked && turn.text === '' && <Busy {...turn} />}
    <AnswerBody {...turn} isWriting={!isOver(turn) && (turn.text === '' ? 'reasoning' : 'text')} />
    <Resumed {...turn} />
    {turn.status === 'stopped' && <Note>Stopped.</Note>}
    {turn.cutAtLength && <Note>Cut at the longest answer allowed.</Note>}
    {turn.status === 'failed' && <Failure reason={turn.reason} onRetry={onRetry} />}
    {isOver(turn) ? (
      <AnswerTools {...tools} text={turn.text} at={turn.endedAt} model={turn.model} onRegenerate={onRetry} />
    ) : (
      <BranchArrows {...tools} of="answer" />
    )}
  </>
);

const StoredAnswer = ({ api, message, onRetry, ...tools }: Answering & { message: Message }) => (
  <>
    <AnswerBody {...message} text={message.content} isWriting={false} />
    <Resumed {...message} />
    {message.interrupted && <CutShort api={api} turnId={message.turnId} onRetry={onRetry} />}
    <AnswerTools
      {...tools}
      text={message.content}
      at={message.createdAt}
      model={message.model}
      onRegenerate={onRetry}
    />
  </>
);

const isStored = (answer: TurnState | Message): answer is Message => 'content' in answer;

/** Where the answer stands among the others to its question. */
const placeOf = ({ question, answer }: Exchange): { id: string; siblings: readonly string[] } => {
  const message = question && 'id' in question ? question : null;
  if (answer && isStored(answer)) return answer;
  return message?.answer ?? { id: message?.id ?? '', siblings: [] };
};

const isSame = (before: Props, now: Props): boolean =>
  before.exchange.question === now.exchange.question &&
  before.exchange.answer === now.exchange.answer &&
  before.exchange.key === now.exchange.key &&
  before.sought === now.sought &&
  before.ref === now.ref &&
  before.chat === now.chat;

/**
 * A question and its answer. Drawn again only when one of the two changes: what comes in for the last leaves the earlier
 * ones alone. `data-renders` counts how often it was drawn.
 */
export const ExchangeView = memo(({ api, chat, exchange, sought, hold, ref }: Props) => {
  const renders = useRef(0);
  renders.current += 1;
  const { question, answer, key } = exchange;
  const error = question && 'error' in question ? question.error : null;
  const [refused, setRefused] = useState<{ refusal: Refusal; again: () => void } | null>(null);
  const branch = async (ask: () => Promise<Refusal | null>): Promise<void> => {
    setRefused(null);
    const refusal = await ask();
    setRefused(refusal && { refusal, again: () => void branch(ask) });
  };
  const select = (messageId: string) => {
    hold(messageId);
    void branch(() => chat.select(messageId));
  };
  const place = placeOf(exchange);
  const answering = {
    api,
    chat,
    ...place,
    onSelect: select,
    onRetry: () => void branch(() => chat.regenerate(place.id)),
  };
  return (
    <section ref={ref} data-renders={renders.current} className="flex flex-col gap-2 py-3">
      {question && <QuestionView api={api} chat={chat} question={question} sought={sought} onSelect={select} />}
      {error !== null && (
        <Refused
          refusal={error}
          again="Send again"
          onAgain={() => chat.sendAgain(key)}
          onDiscard={() => chat.discard(key)}
        />
      )}
      {answer && (
        <article
          data-role="assistant"
          aria-label="Answer"
          {...mark(place.id, sought)}
          className="group flex min-w-0 flex-col gap-3"
        >
          {isStored(answer) ? (
            <StoredAnswer {...answering} message={answer} />
          ) : (
            <LiveAnswer {...answering} chat={chat} turn={answer} />
          )}
        </article>
      )}
      {refused !== null && (
        <Refused
          refusal={refused.refusal}
          again="Try again"
          onAgain={refused.again}
          onDiscard={() => setRefused(null)}
        />
      )}
    </section>
  );
}, isSame);
