import { createHash } from 'node:crypto';
import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import type { TurnEvent } from '../../schema/events/index.ts';
import { conversationStream, turnStream } from '../../schema/streams.ts';
import { type TransferFile, transferFile } from '../../schema/transfer.ts';
import { conversationDecider } from '../conversation/decider.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { derivedId } from '../generation/derived-id.ts';
import { storableText } from '../generation/storable-text.ts';
import { turnDecider } from '../turn/decider.ts';
import { importedTurn } from '../turn/imported.ts';
import type { ConversationCommands } from './conversations.ts';
import { importIds } from './ids.ts';
import { parseInput } from './input.ts';
import { storyOf } from './transfer-story.ts';

/** Serialised; the store's own limit is a little higher. */
const LARGEST_EVENT = 250_000;

type TransferDeps = {
  store: EventStore;
  newId: () => string;
  hmac: (purpose: string, ...parts: string[]) => Uint8Array;
};
type Import = { userId: string; file: unknown; idempotencyKey: string | undefined };
type Step = { type: 'turn'; turnId: string; events: TurnEvent[] } | { type: 'selected'; messageId: string };

const storable = (json: unknown): unknown => {
  if (typeof json === 'string') return storableText(json);
  if (Array.isArray(json)) return json.map(storable);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [storableText(key), storable(value)]));
};

const wrong = (step: number, what: string) => new TurnlogError('VALIDATION', `story.${step}: ${what}`);

/** @throws TurnlogError VALIDATION where a step leads to a message that no step before it brought, or brings one again */
const checkStory = (story: TransferFile['story']): void => {
  const known = new Map<string, 'question' | 'answer'>();
  for (const [n, step] of story.entries()) {
    if ('selected' in step) {
      if (!known.has(step.selected)) throw wrong(n, 'selected takes the id of a message of a turn before it');
      continue;
    }
    const { kind, parentMessageId, question, answer } = step;
    if (parentMessageId !== null && !known.has(parentMessageId)) {
      throw wrong(n, 'parentMessageId takes the id of a message of a turn before it, or null');
    }
    const isKnown = known.get(question.id) === 'question';
    if (kind === 'regeneration' ? !isKnown : known.has(question.id)) {
      throw wrong(n, 'question.id is new, but for a regeneration, whose question stands before it');
    }
    if (known.has(answer.id) || answer.id === question.id) throw wrong(n, 'answer.id is new');
    known.set(question.id, 'question').set(answer.id, 'answer');
  }
};

/** A conversation as a file, and back again as events of its own. */
export const transferCommands = (
  { store, newId, hmac }: TransferDeps,
  conversations: Pick<ConversationCommands, 'readConversation'>,
) => {
  const stepsOf = ({ story, title }: TransferFile, userId: string, ids: ReturnType<typeof importIds>): Step[] => {
    const conversationId = ids('conversation');
    const messageId = (id: string) => ids('message', id);
    return story.map((step, n): Step => {
      if ('selected' in step) return { type: 'selected', messageId: messageId(step.selected) };
      const turnId = ids('turn', step.answer.id);
      const events = importedTurn(step, { userId, conversationId, title, turnId, messageId });
      if (events.some(({ data }) => Buffer.byteLength(JSON.stringify(data)) > LARGEST_EVENT)) {
        throw wrong(n, `no attachments, block or sources of more than ${LARGEST_EVENT} bytes`);
      }
      return { type: 'turn', turnId, events };
    });
  };

  return {
    /** @throws TurnlogError NOT_FOUND */
    async exportConversation(owned: { userId: string; conversationId: string }): Promise<TransferFile> {
      const conversation = await conversations.readConversation(owned.conversationId);
      if (conversation.status !== 'open' || conversation.userId !== owned.userId) {
        throw new TurnlogError('NOT_FOUND', 'not found');
      }
      const conversationId = owned.conversationId.toLowerCase();
      const { title } = conversation;
      const story = await storyOf(store.readAll({ filter: { conversationId, categories: ['turn', 'conversation'] } }));
      return { format: 'turnlog.conversation', version: 1, title, story };
    },

    /**
     * The same file with the same key does nothing a second time, and goes on with what was broken off.
     * @throws TurnlogError VALIDATION, before anything is appended; NOT_FOUND where what the key brought was deleted
     */
    async importConversation({ userId, file, idempotencyKey }: Import): Promise<{ conversationId: string }> {
      const parsed = parseInput(transferFile, storable(file));
      checkStory(parsed.story);
      const ids = importIds(hmac, userId, idempotencyKey ?? newId());
      const steps = stepsOf(parsed, userId, ids);
      const conversationId = ids('conversation');
      const hash = createHash('sha256').update(JSON.stringify(parsed)).digest('hex');
      const stream = conversationStream(conversationId);
      const owner = { userId, conversationId };
      const { title } = parsed;
      const turns = steps.filter(({ type }) => type === 'turn').length;
      await handleCommand(
        store,
        stream,
        { type: 'ImportConversation', conversationId, userId, title, hash, turns },
        {
          decider: conversationDecider,
          decode: decodeConversationEvent,
          ids: (n) => derivedId(conversationId, n),
          owner,
        },
      );
      for (const [n, step] of steps.entries()) {
        if (step.type === 'selected') {
          const selected = { type: 'BranchSelected', data: { messageId: step.messageId } };
          await store.append(stream, [{ id: derivedId(conversationId, `step-${n}`), ...selected }], {
            expectedRevision: 'stream_exists',
          });
          continue;
        }
        const { turnId, events } = step;
        await handleCommand(
          store,
          turnStream(turnId),
          { type: 'ImportTurn', events },
          { decider: turnDecider, decode: decodeTurnEvent, ids: (at) => derivedId(turnId, at), owner },
        );
      }
      return { conversationId };
    },
  };
};

export type TransferCommands = ReturnType<typeof transferCommands>;
