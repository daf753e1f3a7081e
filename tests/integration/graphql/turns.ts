import { randomUUID } from 'node:crypto';
import { decodeTurnEvent } from '../../../schema/events/decode.ts';
import { turnStream } from '../../../schema/streams.ts';
import { handleCommand } from '../../../server/eventstore/handle-command.ts';
import { type TurnCommand, turnDecider } from '../../../server/turn/decider.ts';
import type { House, Person } from './fixture.ts';

const usage = { promptTokens: 3, completionTokens: 2, estimated: false };

/** A turn of the person's that waits, and what can happen to it. */
export const requestTurn = async ({ store, turns }: House, { id: userId }: Person, conversationId?: string) => {
  const caller = { userId, contract: 'graphql', foreignConversation: 'refuse' } as const;
  const turn = await turns.requestTurn(caller, { message: 'Hello?', ...(conversationId && { conversationId }) });
  const stream = turnStream(turn.turnId);
  const handle = (command: TurnCommand) =>
    handleCommand(store, stream, command, {
      decider: turnDecider,
      decode: decodeTurnEvent,
      ids: () => randomUUID(),
    });

  return {
    ...turn,
    stream,
    start: () => handle({ type: 'StartTurn', lane: 'chat', worker: 'w' }),
    say: (...texts: string[]) =>
      handle({
        type: 'RecordProgress',
        events: texts.map((text) => ({ type: 'TokenGenerated', data: { text } })),
      }),
    complete: () =>
      handle({
        type: 'CompleteTurn',
        data: { finishReason: 'stop', usage, model: 'scripted', title: 'Hello', durations: { answer: 12 } },
      }),
    /** A request to cancel, whether or not the turn has ended. */
    straggle: () =>
      store.append(
        stream,
        [{ id: randomUUID(), type: 'TurnCancelRequested', data: { by: userId, why: 'the user asked' } }],
        { expectedRevision: 'stream_exists' },
      ),
  };
};
export type RequestedTurn = Awaited<ReturnType<typeof requestTurn>>;
