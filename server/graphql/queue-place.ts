import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { abortable } from './abortable.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { requireTurn } from './turn-stream.ts';

async function* places({ deps }: Context, stream: string, turnId: string, signal: AbortSignal): AsyncGenerator<number> {
  for await (const recorded of deps.store.readStream(stream, { limit: 10, signal })) {
    const event = decodeTurnEvent(recorded);
    if (event?.type === 'TurnQueued') return yield* deps.queue.places(turnId, event.data.lane, signal);
  }
}

builder.subscriptionField('queuePlace', (t) =>
  t.int({
    description:
      "The turn's place in the line, at once and whenever it changes. Completes once the turn runs or has ended.",
    args: { turnId: t.arg.id({ required: true }) },
    subscribe: async (_, { turnId }, context) => {
      const { stream } = await requireTurn(context, turnId);
      return abortable((signal) => places(context, stream, turnId.toLowerCase(), signal));
    },
    resolve: (place) => place,
  }),
);
