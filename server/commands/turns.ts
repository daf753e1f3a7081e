import { z } from 'zod';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { EventData } from '../../schema/events/index.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { derivedIds } from '../generation/derived-id.ts';
import { readTurn } from '../generation/read-turn.ts';
import { storableText } from '../generation/storable-text.ts';
import { type TurnCommand, turnDecider } from '../turn/decider.ts';
import type { ConversationCommands } from './conversations.ts';
import type { FindMessage } from './find-message.ts';
import { type RequestIds, requestIds } from './ids.ts';
import { optional, parseInput } from './input.ts';
import type { Request, RequestedTurn, SubmitTurn } from './submit-turn.ts';
import { provisionalTitle } from './title.ts';

const text = (max: number) => z.string().max(max).transform(storableText);

/** What was asked is one event of the log. In bytes. */
const MAX_ASKED = 240 * 1024;
const checkSize = (asked: object): void => {
  const bytes = Buffer.byteLength(JSON.stringify(asked));
  if (bytes <= MAX_ASKED) return;
  throw new TurnlogError(
    'VALIDATION',
    `message and attachments are ${bytes} bytes together; ${MAX_ASKED} are accepted`,
  );
};
const attachment = z.object({ filename: text(4_096), text: text(20_000) });

/** What a person may ask; sizes in UTF-16 units. */
export const turnInput = z.object({
  message: text(16_000).refine((message) => message.trim() !== '', 'must not be blank'),
  conversationId: optional(z.string()),
  /** Of a new conversation: what it is filed under, and whom the person talks to. */
  projectId: optional(z.string().max(255)),
  characterId: optional(text(1_024)),
  parentMessageId: optional(z.string()),
  model: optional(z.string().max(200)),
  attachments: z
    .array(attachment)
    .max(5)
    .nullish()
    .transform((given) => given ?? []),
  uiContext: optional(text(32_000)),
  clientTz: optional(text(1_024)),
  idempotencyKey: optional(z.string().min(1).max(255)),
});

/** `causeId`: what it answers, where a processor asks: the same cause cancels once. */
type Cancelling = { userId: string; turnId: string; why: string; causeId?: string };

type Given = Pick<z.infer<typeof turnInput>, 'conversationId' | 'parentMessageId'>;

/** What an earlier request with the same key asked, whatever has become of its conversation. */
type Begun = () => Promise<Request | null>;

type Caller = {
  userId: string;
  contract: EventData<'TurnRequested'>['contract'];
  /** What becomes of a conversation id that isn't the caller's: an error, or a new conversation. */
  foreignConversation: 'refuse' | 'replace';
};

type ToolCallDecision = Pick<EventData<'ToolCallResolved'>, 'callId' | 'decision' | 'by'> & {
  readonly userId: string;
  readonly turnId: string;
};

export type TurnDeps = {
  store: EventStore;
  newId: () => string;
  hmac: (purpose: string, ...parts: string[]) => Uint8Array;
  submit: SubmitTurn;
  findMessage: FindMessage;
  /** The last message of the conversation's active branch, which the next question follows. */
  branchTip: (conversationId: string) => Promise<string | null>;
};

export const turnCommands = (deps: TurnDeps, conversations: ConversationCommands) => {
  const conversationFor = async (caller: Caller, given: string | undefined, ids: RequestIds, begun: Begun) => {
    if (given === undefined) return { conversationId: ids('conversation'), isNew: true };
    const conversationId = given.toLowerCase();
    if (await conversations.ownsConversation({ userId: caller.userId, conversationId: given })) {
      return { conversationId, isNew: false };
    }
    if ((await begun())?.conversationId === conversationId) return { conversationId, isNew: false };
    if (caller.foreignConversation === 'refuse') throw new TurnlogError('NOT_FOUND', 'not found');
    return { conversationId: ids('conversation'), isNew: true };
  };

  /** The message that is to be followed, and with it the conversation. */
  const followed = async (userId: string, { parentMessageId, conversationId }: Given, begun: Begun) => {
    if (parentMessageId === undefined) return { parentMessageId: null, conversationId };
    const { messageId, request } = await deps.findMessage(userId, parentMessageId).catch(async (error: unknown) => {
      const first = await begun();
      if (first?.parentMessageId !== parentMessageId.toLowerCase()) throw error;
      return { messageId: first.parentMessageId, request: first };
    });
    if (conversationId !== undefined && conversationId.toLowerCase() !== request.conversationId) {
      throw new TurnlogError('VALIDATION', 'parentMessageId: a message of that conversation');
    }
    return { parentMessageId: messageId, conversationId: request.conversationId };
  };

  return {
    /**
     * Asks a question, in a new conversation where none is named, behind the message that it names or the last one.
     * @throws TurnlogError VALIDATION, NOT_FOUND, RATE_LIMITED (details `retryAfterSeconds`), STORE_UNAVAILABLE
     */
    async requestTurn(caller: Caller, input: unknown): Promise<RequestedTurn> {
      const { message, model, attachments, uiContext, clientTz, idempotencyKey, projectId, characterId, ...given } =
        parseInput(turnInput, input);
      const { userId, contract } = caller;
      const ids = requestIds(deps, userId, idempotencyKey);
      const begun: Begun = async () =>
        idempotencyKey === undefined ? null : ((await readTurn(deps.store, ids('turn')))?.request ?? null);
      const parent = await followed(userId, given, begun);
      const { conversationId, isNew } = await conversationFor(caller, parent.conversationId, ids, begun);
      const request: Request = {
        turnId: ids('turn'),
        kind: 'message',
        userId,
        conversationId,
        parentMessageId: parent.parentMessageId,
        userMessageId: ids('user-message'),
        text: message,
        attachments,
        assistantMessageId: ids('assistant-message'),
        options: model === undefined ? {} : { model },
        context: {
          ...(uiContext === undefined ? {} : { ui: uiContext }),
          ...(clientTz === undefined ? {} : { timeZone: clientTz }),
          ...(projectId === undefined ? {} : { projectId }),
          ...(characterId === undefined ? {} : { characterId }),
        },
        contract,
      };
      checkSize(request);
      return deps.submit(request, {
        isKeyed: idempotencyKey !== undefined,
        async settle() {
          const title = provisionalTitle(message);
          if (isNew) await conversations.openConversation({ userId, conversationId, title, projectId, characterId });
          if (isNew || request.parentMessageId !== null) return request;
          return { ...request, parentMessageId: await deps.branchTip(conversationId) };
        },
      });
    },

    /**
     * Decides about a tool's call that waits for it; the turn goes on.
     * @throws TurnlogError NOT_FOUND as for a cancel, or without such a call; REJECTED where it was decided already
     */
    async resolveToolCall({ turnId, ...decided }: ToolCallDecision): Promise<void> {
      if (!z.uuid().safeParse(turnId).success) throw new TurnlogError('NOT_FOUND', 'not found');
      const command: TurnCommand = { type: 'ResolveToolCall', ...decided };
      await handleCommand(deps.store, turnStream(turnId.toLowerCase()), command, {
        decider: turnDecider,
        decode: decodeTurnEvent,
        ids: () => deps.newId(),
      });
    },

    /** False where there is nothing left to cancel. @throws TurnlogError NOT_FOUND for another's, a missing, a malformed id */
    async cancelTurn({ userId, turnId, why, causeId }: Cancelling): Promise<boolean> {
      if (!z.uuid().safeParse(turnId).success) throw new TurnlogError('NOT_FOUND', 'not found');
      const command: TurnCommand = { type: 'CancelTurn', userId, by: userId, why };
      const { events, state } = await handleCommand(deps.store, turnStream(turnId.toLowerCase()), command, {
        decider: turnDecider,
        decode: decodeTurnEvent,
        ids: causeId === undefined ? () => deps.newId() : derivedIds(causeId),
        // A running turn's own tokens must not win the race against the wish to stop it.
        expect: ({ status }) => (status === 'running' ? 'stream_exists' : undefined),
      });
      return events.length > 0 || state.status === 'running';
    },
  };
};

export type TurnCommands = ReturnType<typeof turnCommands>;
