import { parseTurnCursor } from '../../schema/cursor.ts';
import { isTerminal } from '../../schema/events/index.ts';
import { asRevision, type Revision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { abortable } from './abortable.ts';
import { builder } from './builder.ts';
import { isTurnEvent } from './event.ts';
import { serverStops } from './lifetimes.ts';
import { TurnEvent } from './turn-event-types.ts';
import { type OwnTurn, requireTurn } from './turn-stream.ts';

/** The revision that a cursor names; -1 stands before the first event. */
const parseAfter = (storeId: string, after: string | null | undefined): number => {
  if (after == null) return -1;
  const revision = parseTurnCursor(storeId, after);
  if (revision !== null) return revision;
  throw new TurnlogError('VALIDATION', "after: a cursor of this server's turn events, or a revision such as 12");
};

/**
 * The turn's events after the revision, up to its terminal event. Read from no further than the last event that exists:
 * whatever `after` says, the end is seen.
 */
async function* turnEvents(
  store: EventStore,
  { stream, last, end }: OwnTurn,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  if (end && end.revision <= after) return;
  const from: Revision | undefined = after < 0 ? undefined : asRevision(Math.min(after, last.revision));
  for await (const { events } of store.subscribeToStream(
    stream,
    from === undefined ? { signal } : { after: from, signal },
  )) {
    for (const event of events) {
      if (event.revision > after && isTurnEvent(event)) yield event;
      if (isTerminal(event)) return;
    }
  }
  if (!signal.aborted) throw serverStops();
}

builder.subscriptionField('turnEvents', (t) =>
  t.field({
    type: TurnEvent,
    description:
      "The turn's events after the cursor (exclusive), from the beginning without one. Completes after the terminal event.",
    args: { turnId: t.arg.id({ required: true }), after: t.arg.string() },
    subscribe: async (_, args, context) => {
      const { store } = context.deps;
      const turn = await requireTurn(context, args.turnId);
      const after = parseAfter(store.id, args.after);
      return abortable((signal) => turnEvents(store, turn, after, signal));
    },
    resolve: (event) => event,
  }),
);
