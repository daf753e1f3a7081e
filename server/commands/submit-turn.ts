import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { EventData } from '../../schema/events/index.ts';
import type { Revision } from '../../schema/order.ts';
import { asRevision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { readTurn } from '../generation/read-turn.ts';
import { type TurnCommand, turnDecider } from '../turn/decider.ts';

const LANE = 'chat';

export type Request = EventData<'TurnRequested'>;

export type RequestedTurn = {
  readonly turnId: string;
  readonly conversationId: string;
  readonly userMessageId: string;
  readonly assistantMessageId: string;
  /** Of TurnQueued. */
  readonly revision: Revision;
};

export type SubmitDeps = {
  store: EventStore;
  lanes: {
    reserve(lane: string, turn: { turnId: string; userId: string; conversationId: string }): Promise<number>;
    withdraw(turnId: string): Promise<void>;
  };
  newId: () => string;
  /** @throws TurnlogError VALIDATION for a model that nobody offers */
  checkModel: (model: string) => Promise<unknown>;
  isDraining: () => boolean;
};

const asked = ({ kind, text, attachments, options, context, conversationId, ...request }: Request) =>
  JSON.stringify([
    ...[kind, text, attachments, options.model, conversationId],
    ...[context.ui, context.timeZone, context.projectId, context.characterId],
    kind === 'regeneration' ? request.userMessageId : null,
  ]);

/** A message that names no parent follows whatever stood last when it came first. */
const isSame = (first: Request, again: Request): boolean =>
  asked(first) === asked(again) &&
  (first.parentMessageId === again.parentMessageId || (again.kind === 'message' && again.parentMessageId === null));

const requestedTurn = (request: Request): RequestedTurn => ({
  turnId: request.turnId,
  conversationId: request.conversationId,
  userMessageId: request.userMessageId,
  assistantMessageId: request.assistantMessageId,
  revision: asRevision(1),
});

type Submission = {
  /** Whether its ids come of an idempotency key, so that the same request may stand in the log already. */
  isKeyed: boolean;
  /** Makes the request whole once its place is kept. */
  settle?: () => Promise<Request>;
};

export type SubmitTurn = (request: Request, submission: Submission) => Promise<RequestedTurn>;

/**
 * Keeps a place in the line and appends the request.
 * @throws TurnlogError VALIDATION, RATE_LIMITED (details `retryAfterSeconds`), STORE_UNAVAILABLE
 */
export const turnSubmitter = ({ store, lanes, newId, checkModel, isDraining }: SubmitDeps): SubmitTurn => {
  /** The turn that the same key started: joined by the same body, refused to another. */
  const joined = async (request: Request): Promise<RequestedTurn | null> => {
    const first = await readTurn(store, request.turnId);
    if (!first) return null;
    if (!isSame(first.request, request)) {
      throw new TurnlogError('VALIDATION', 'this Idempotency-Key was used with another body: use a new key');
    }
    return requestedTurn(first.request);
  };

  const append = async (request: Request, place: number): Promise<void> => {
    const command: TurnCommand = { type: 'RequestTurn', request, lane: LANE, place };
    await handleCommand(store, turnStream(request.turnId), command, {
      decider: turnDecider,
      decode: decodeTurnEvent,
      ids: () => newId(),
      owner: { userId: request.userId, conversationId: request.conversationId },
      isNew: true,
    });
  };

  return async (request, { isKeyed, settle = async () => request }) => {
    if (isDraining()) {
      throw new TurnlogError('STORE_UNAVAILABLE', 'the server is stopping: try again in a moment', { retryable: true });
    }
    const { turnId, userId, conversationId, options } = request;
    const first = isKeyed ? await joined(request) : null;
    if (first) return first;
    if (options.model !== undefined) await checkModel(options.model);
    const place = await lanes.reserve(LANE, { turnId, userId, conversationId });
    try {
      await append(await settle(), place);
      return requestedTurn(request);
    } catch (error) {
      const again = isKeyed ? await joined(request) : null;
      if (again) return again; // the same request came twice at once
      await lanes.withdraw(turnId);
      throw error;
    }
  };
};
