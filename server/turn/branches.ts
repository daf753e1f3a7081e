import type { EventData } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';

type Request = EventData<'TurnRequested'>;

/** A message as the turn that brought it tells. */
export type OwnMessage = { readonly messageId: string; readonly request: Request };

/**
 * What a turn's request says of a message.
 * @throws TurnlogError NOT_FOUND where the turn is another's, or brought another message
 */
export const messageOf = (request: Request, { userId, messageId }: { userId: string; messageId: string }) => {
  const isIts = messageId === request.userMessageId || messageId === request.assistantMessageId;
  if (!isIts || request.userId !== userId) throw new TurnlogError('NOT_FOUND', 'not found');
  return { messageId, request };
};

type Asking = Omit<Request, 'kind' | 'parentMessageId' | 'userMessageId' | 'text' | 'attachments'>;

/** The same question once more, for another answer; of an answer or of its question. */
export const regenerationOf = ({ request }: OwnMessage, asking: Asking): Request => {
  const { parentMessageId, userMessageId, text, attachments } = request;
  return { ...asking, kind: 'regeneration', parentMessageId, userMessageId, text, attachments };
};

/**
 * The question in other words, beside the one that it was; what was attached stays.
 * @throws TurnlogError VALIDATION for an answer
 */
export const editOf = (
  { messageId, request }: OwnMessage,
  { text, ...asking }: Asking & Pick<Request, 'userMessageId' | 'text'>,
): Request => {
  if (messageId !== request.userMessageId) {
    throw new TurnlogError('VALIDATION', 'messageId: a message of yours; an answer can be regenerated, not edited');
  }
  const { parentMessageId, attachments } = request;
  return { ...asking, kind: 'edit', parentMessageId, text, attachments };
};
