import { z } from 'zod';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { messageOf, type OwnMessage } from '../turn/branches.ts';

type Deps = {
  store: EventStore;
  /** Where to look for a message; whose it is, its turn's stream says. */
  turnOfMessage: (messageId: string) => Promise<string | null>;
};

export type FindMessage = (userId: string, messageId: string) => Promise<OwnMessage>;

/** @throws TurnlogError NOT_FOUND for another's, a missing and a malformed id alike */
export const messageFinder =
  ({ store, turnOfMessage }: Deps): FindMessage =>
  async (userId, given) => {
    const messageId = given.toLowerCase();
    const turnId = z.uuid().safeParse(messageId).success ? await turnOfMessage(messageId) : null;
    if (turnId !== null) {
      for await (const recorded of store.readStream(turnStream(turnId), { limit: 1 })) {
        const event = decodeTurnEvent(recorded);
        if (event?.type === 'TurnRequested') return messageOf(event.data, { userId, messageId });
      }
    }
    throw new TurnlogError('NOT_FOUND', 'not found');
  };
