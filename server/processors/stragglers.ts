import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { derivedId } from '../generation/derived-id.ts';
import type { Time } from '../time.ts';
import { runProcessor } from './processor.ts';

type StragglerDeps = Pick<Time, 'sleep'> & {
  store: EventStore;
  after: Position;
  ownsConversation: (owned: { userId: string; conversationId: string }) => Promise<boolean>;
  openTurns: (conversationId: string) => Promise<readonly { id: string; userId: string }[]>;
  cancelTurn: (input: { userId: string; turnId: string; why: string; causeId?: string }) => Promise<boolean>;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

const why = 'the conversation was deleted';

/** Cancels turns of deleted conversations: those that run when it goes, and those that slip in behind. */
export const startStragglers = (deps: StragglerDeps) => {
  /** `cause`: the id of the event that it answers, so that hearing it again does nothing. */
  const cancel = async (userId: string, turnId: string, cause?: string) => {
    try {
      await deps.cancelTurn({ userId, turnId, why, ...(cause && { causeId: derivedId(cause, turnId) }) });
    } catch (error) {
      if (!(error instanceof TurnlogError) || error.code !== 'NOT_FOUND') throw error;
    }
  };

  const handle = async (recorded: RecordedEvent) => {
    const { userId, conversationId, name } = recorded.stream;
    if (!userId || !conversationId) return;
    if (decodeConversationEvent(recorded)?.type === 'ConversationDeleted') {
      for (const turn of await deps.openTurns(conversationId)) await cancel(userId, turn.id, recorded.id);
    }
    if (
      decodeTurnEvent(recorded)?.type === 'TurnRequested' &&
      !(await deps.ownsConversation({ userId, conversationId }))
    ) {
      await cancel(userId, idOf(name), recorded.id);
    }
  };

  const running = runProcessor({
    ...deps,
    name: 'stragglers',
    filter: { types: ['TurnRequested', 'ConversationDeleted'] },
    handle: async ({ events }) => {
      for (const event of events) await handle(event);
    },
  });
  return {
    /** For turns that were open when this process began: their conversation may have gone while nobody listened. */
    async settle(open: readonly { turnId: string; userId: string; conversationId: string }[]): Promise<void> {
      for (const { turnId, ...owned } of open) {
        if (!(await deps.ownsConversation(owned))) await cancel(owned.userId, turnId);
      }
    },
    stopped: () => running,
  };
};
