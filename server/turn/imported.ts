import type { TurnEvent } from '../../schema/events/index.ts';
import { textPieces } from '../../schema/text-pieces.ts';
import type { TransferredTurn } from '../../schema/transfer.ts';

const endOf = ({ end }: TransferredTurn, by: string, title: string): TurnEvent => {
  const durations = {};
  switch (end.outcome) {
    case 'completed': {
      const { outcome: _, ...data } = end;
      return { type: 'TurnCompleted', data: { ...data, title, durations } };
    }
    case 'failed':
      return { type: 'TurnFailed', data: { reason: end.reason, usage: end.usage, model: end.model, durations } };
    case 'cancelled':
      return { type: 'TurnCancelled', data: { by, why: end.reason, usage: end.usage, model: end.model, durations } };
  }
};

type Importing = {
  readonly userId: string;
  readonly conversationId: string;
  readonly title: string;
  readonly turnId: string;
  /** The new id of a message of the file. */
  readonly messageId: (id: string) => string;
};

/** The story of a turn as its stream tells it here. */
export const importedTurn = (
  turn: TransferredTurn,
  { userId, conversationId, title, turnId, messageId }: Importing,
): TurnEvent[] => {
  const { kind, parentMessageId, question, answer, end } = turn;
  return [
    {
      type: 'TurnRequested',
      data: {
        turnId,
        kind,
        userId,
        conversationId,
        parentMessageId: parentMessageId === null ? null : messageId(parentMessageId),
        userMessageId: messageId(question.id),
        text: question.text,
        attachments: question.attachments,
        assistantMessageId: messageId(answer.id),
        options: end.model === null ? {} : { model: end.model },
        context: {},
        contract: 'import',
      },
    },
    { type: 'TurnImported', data: { askedAt: question.at, answeredAt: answer.at } },
    ...answer.blocks.map((block): TurnEvent => ({ type: 'BlockEmitted', data: { block } })),
    ...(answer.sources.length > 0 ? [{ type: 'SourcesCited' as const, data: { sources: answer.sources } }] : []),
    ...textPieces(answer.reasoning).map((text): TurnEvent => ({ type: 'ReasoningGenerated', data: { text } })),
    ...textPieces(answer.text).map((text): TurnEvent => ({ type: 'TokenGenerated', data: { text } })),
    endOf(turn, userId, title),
  ];
};
