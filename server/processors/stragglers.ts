import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { runProcessor } from './processor.ts';

type StragglerDeps = {
  store: EventStore;
  after: Position;
  ownsConversation: (owned: { userId: string; conversationId: string }) => Promise<boolean>;
  openTurns: (conversationId: string) => Promise<readonly { id: string; userId: string }[]>;
  cancelTurn: (input: { userId: string; turnId: string; why: string }) => Promise<boolean>;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

const why = 'the conversation was deleted';

/** Cancels turns of deleted conversations: those that run when it goes, and those that slip in behind. */
export const startStragglers = (deps: StragglerDeps) => {
  const cancel = async (userId: string, turnId: string) => {
    try {
      await deps.cancelTurn({ userId, turnId, why });
    } catch (error) {
      if (!(error instanceof TurnlogError) || error.code !== 'NOT_FOUND') throw error;
    }
  };

  const handle = async (recorded: RecordedEvent) => {
    const { userId, conversationId, name } = recorded.stream;
    if (!userId || !conversationId) return;
    if (decodeConversationEvent(recorded)?.type === 'ConversationDeleted') {
      for (const turn of await deps.openTurns(conversationId)) await cancel(userId, turn.id);
    }
    if (
      decodeTurnEvent(recorded)?.type === 'TurnRequested' &&
      !(await deps.ownsConversation({ userId, conversationId }))
    ) {
      await cancel(userId, idOf(name));
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
  return { stopped: () => running };
};
