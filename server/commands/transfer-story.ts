import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import { type EventData, isTerminal, type TerminalEvent, type TurnEvent } from '../../schema/events/index.ts';
import type { TransferFile, TransferredTurn } from '../../schema/transfer.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';

type Told = {
  readonly request: EventData<'TurnRequested'>;
  askedAt: string;
  answeredAt: string | null;
  text: string;
  reasoning: string;
  readonly blocks: EventData<'BlockEmitted'>['block'][];
  readonly sources: EventData<'SourcesCited'>['sources'][number][];
  end: TransferredTurn['end'] | null;
};

const MOST_OF_A_REASON = 1_000;

const endOf = (event: TerminalEvent): TransferredTurn['end'] => {
  if (event.type === 'TurnCompleted') {
    const { model, finishReason, usage } = event.data;
    return { outcome: 'completed', model, finishReason, usage };
  }
  const { model, usage } = event.data;
  return event.type === 'TurnFailed'
    ? { outcome: 'failed', model, usage, reason: event.data.reason.slice(0, MOST_OF_A_REASON) }
    : { outcome: 'cancelled', model, usage, reason: event.data.why.slice(0, MOST_OF_A_REASON) };
};

const tell = (told: Told, event: TurnEvent, at: Date): void => {
  if (told.end) return; // what lost against the end means nothing
  if (isTerminal(event)) {
    told.end = endOf(event);
    told.answeredAt ??= at.toISOString();
    return;
  }
  switch (event.type) {
    case 'TurnImported':
      told.askedAt = event.data.askedAt;
      told.answeredAt = event.data.answeredAt;
      break;
    case 'TokenGenerated':
      told.text += event.data.text;
      break;
    case 'ReasoningGenerated':
      told.reasoning += event.data.text;
      break;
    case 'BlockEmitted':
      told.blocks.push(event.data.block);
      break;
    case 'SourcesCited':
      told.sources.push(...event.data.sources);
  }
};

const turnOf = ({ request, askedAt, answeredAt, end, ...answer }: Told): TransferredTurn | null => {
  const { kind, parentMessageId, userMessageId, assistantMessageId, text, attachments } = request;
  if (!end || answeredAt === null) return null;
  return {
    kind,
    parentMessageId,
    question: { id: userMessageId, text, attachments, at: askedAt },
    answer: { id: assistantMessageId, ...answer, at: answeredAt },
    end,
  };
};

/**
 * What happened in a conversation, from its events in the order of the log. A turn that has not ended is left out, with
 * all that follows it.
 */
export const storyOf = async (events: AsyncIterable<RecordedEvent>): Promise<TransferFile['story']> => {
  const turns = new Map<string, Told>();
  const order: (Told | { selected: string })[] = [];
  for await (const recorded of events) {
    const event = decodeTurnEvent(recorded);
    const { name } = recorded.stream;
    if (event?.type === 'TurnRequested') {
      const askedAt = recorded.recordedAt.toISOString();
      const told = { request: event.data, askedAt, answeredAt: null, text: '', reasoning: '', end: null };
      const begun: Told = { ...told, blocks: [], sources: [] };
      turns.set(name, begun);
      order.push(begun);
    } else if (event) {
      const told = turns.get(name);
      if (told) tell(told, event, recorded.recordedAt);
    } else {
      const chosen = decodeConversationEvent(recorded);
      if (chosen?.type === 'BranchSelected') order.push({ selected: chosen.data.messageId });
    }
  }
  const known = new Set<string | null>([null]);
  return order.flatMap((step): TransferFile['story'] => {
    if ('selected' in step) return known.has(step.selected) ? [step] : [];
    const turn = turnOf(step);
    if (!turn || !known.has(turn.parentMessageId)) return [];
    known.add(turn.question.id).add(turn.answer.id);
    return [turn];
  });
};
