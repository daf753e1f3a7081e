import { z } from 'zod';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { EventData } from '../../schema/events/index.ts';
import type { Revision } from '../../schema/order.ts';
import { asRevision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { readTurn } from '../generation/read-turn.ts';
import { storableText } from '../generation/storable-text.ts';
import { type TurnCommand, turnDecider } from '../turn/decider.ts';
import type { ConversationCommands } from './conversations.ts';
import { type RequestIds, requestIds } from './ids.ts';
import { parseInput } from './input.ts';
import { provisionalTitle } from './title.ts';

const LANE = 'chat';

const text = (max: number) => z.string().max(max).transform(storableText);

/** What a person may ask; sizes in UTF-16 units. */
export const turnInput = z.object({
  message: text(16_000).refine((message) => message.trim() !== '', 'must not be blank'),
  conversationId: z.string().optional(),
  /** Of a new conversation: what it is filed under. */
  projectId: z.string().max(255).nullish(),
  model: z.string().max(200).optional(),
  attachments: z
    .array(z.object({ filename: text(255), text: text(20_000) }))
    .max(5)
    .default([]),
  uiContext: text(8_000).optional(),
  clientTz: z.string().max(64).optional(),
  idempotencyKey: z.string().min(1).max(255).optional(),
});

type Caller = {
  userId: string;
  contract: EventData<'TurnRequested'>['contract'];
  /** What becomes of a conversation id that isn't the caller's: an error, or a new conversation. */
  foreignConversation: 'refuse' | 'replace';
};

export type RequestedTurn = {
  readonly turnId: string;
  readonly conversationId: string;
  readonly userMessageId: string;
  readonly assistantMessageId: string;
  /** Of TurnQueued. */
  readonly revision: Revision;
};

export type TurnDeps = {
  store: EventStore;
  lanes: {
    reserve(lane: string, turn: { turnId: string; userId: string; conversationId: string }): Promise<number>;
    release(turnId: string): Promise<void>;
  };
  newId: () => string;
  hmac: (purpose: string, ...parts: string[]) => Uint8Array;
  /** The conversation's newest turn, whose answer the next question follows. */
  latestTurn: (conversationId: string) => Promise<{ assistantMessageId: string } | null>;
  /** @throws TurnlogError VALIDATION for a model that nobody offers */
  checkModel: (model: string) => Promise<unknown>;
  isDraining: () => boolean;
};

type Request = EventData<'TurnRequested'>;

const asked = ({ text: message, attachments, options, context, conversationId }: Request) =>
  JSON.stringify([message, attachments, options.model, context.ui, context.timeZone, conversationId]);

const requestedTurn = (request: Request): RequestedTurn => ({
  turnId: request.turnId,
  conversationId: request.conversationId,
  userMessageId: request.userMessageId,
  assistantMessageId: request.assistantMessageId,
  revision: asRevision(1),
});

export const turnCommands = (deps: TurnDeps, conversations: ConversationCommands) => {
  const { store, lanes } = deps;

  /** The turn that the same key started: joined by the same body, refused to another. */
  const joined = async (request: Request): Promise<RequestedTurn | null> => {
    const first = await readTurn(store, request.turnId);
    if (!first) return null;
    if (asked(first.request) !== asked(request)) {
      throw new TurnlogError('VALIDATION', 'this Idempotency-Key was used with another body: use a new key');
    }
    return requestedTurn(first.request);
  };

  const conversationFor = async (caller: Caller, given: string | undefined, ids: RequestIds) => {
    if (given === undefined) return { conversationId: ids('conversation'), isNew: true };
    if (await conversations.ownsConversation({ userId: caller.userId, conversationId: given })) {
      return { conversationId: given.toLowerCase(), isNew: false };
    }
    if (caller.foreignConversation === 'refuse') throw new TurnlogError('NOT_FOUND', 'not found');
    return { conversationId: ids('conversation'), isNew: true };
  };

  const append = async (request: Request, place: number): Promise<void> => {
    const command: TurnCommand = { type: 'RequestTurn', request, lane: LANE, place };
    await handleCommand(store, turnStream(request.turnId), command, {
      decider: turnDecider,
      decode: decodeTurnEvent,
      ids: () => deps.newId(),
      owner: { userId: request.userId, conversationId: request.conversationId },
    });
  };

  return {
    /**
     * Opens the conversation where it is new, keeps a place in the line, and appends the request.
     * @throws TurnlogError VALIDATION, NOT_FOUND, RATE_LIMITED (details `retryAfterSeconds`), STORE_UNAVAILABLE
     */
    async requestTurn(caller: Caller, input: unknown): Promise<RequestedTurn> {
      const { message, model, attachments, uiContext, clientTz, idempotencyKey, projectId, ...given } = parseInput(
        turnInput,
        input,
      );
      if (deps.isDraining()) {
        throw new TurnlogError('STORE_UNAVAILABLE', 'the server is stopping: try again in a moment', {
          retryable: true,
        });
      }
      const { userId, contract } = caller;
      const ids = requestIds(deps, userId, idempotencyKey);
      const turnId = ids('turn');
      const { conversationId, isNew } = await conversationFor(caller, given.conversationId, ids);
      const request: Request = {
        turnId,
        kind: 'message',
        userId,
        conversationId,
        parentMessageId: null,
        userMessageId: ids('user-message'),
        text: message,
        attachments,
        assistantMessageId: ids('assistant-message'),
        options: model === undefined ? {} : { model },
        context: {
          ...(uiContext === undefined ? {} : { ui: uiContext }),
          ...(clientTz === undefined ? {} : { timeZone: clientTz }),
        },
        contract,
      };
      const first = idempotencyKey === undefined ? null : await joined(request);
      if (first) return first;
      if (model !== undefined) await deps.checkModel(model);
      const place = await lanes.reserve(LANE, { turnId, userId, conversationId });
      try {
        const title = provisionalTitle(message);
        if (isNew) await conversations.openConversation({ userId, conversationId, title, projectId });
        const parent = isNew ? null : await deps.latestTurn(conversationId);
        await append({ ...request, parentMessageId: parent?.assistantMessageId ?? null }, place);
        return requestedTurn(request);
      } catch (error) {
        const again = idempotencyKey === undefined ? null : await joined(request);
        if (again) return again; // the same request came twice at once
        await lanes.release(turnId);
        throw error;
      }
    },

    /** False where there is nothing left to cancel. @throws TurnlogError NOT_FOUND for another's, a missing, a malformed id */
    async cancelTurn({ userId, turnId, why }: { userId: string; turnId: string; why: string }): Promise<boolean> {
      if (!z.uuid().safeParse(turnId).success) throw new TurnlogError('NOT_FOUND', 'not found');
      const command: TurnCommand = { type: 'CancelTurn', userId, by: userId, why };
      const { events, state } = await handleCommand(store, turnStream(turnId.toLowerCase()), command, {
        decider: turnDecider,
        decode: decodeTurnEvent,
        ids: () => deps.newId(),
        // A running turn's own tokens must not win the race against the wish to stop it.
        expect: ({ status }) => (status === 'running' ? 'stream_exists' : undefined),
      });
      return events.length > 0 || state.status === 'running';
    },
  };
};

export type TurnCommands = ReturnType<typeof turnCommands>;
