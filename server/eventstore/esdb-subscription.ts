import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  START as FIRST,
  streamNameFilter,
} from '@eventstore/db-client';
import { asPosition, type Position, START } from '../../schema/order.ts';
import { asUnavailable, leave } from './esdb-connection.ts';
import type { Filter } from './event-store.ts';

/** The server says how far it is once it has passed so many times 32 events. */
const CHECKPOINT_INTERVAL = 128;

export type ServerFilter = NonNullable<NonNullable<Parameters<EventStoreDBClient['subscribeToAll']>[0]>['filter']>;

/** Everything but EventStoreDB's own streams. */
export const notItsOwn: ServerFilter = streamNameFilter({ regex: '^[^$]' });

/** What the server can leave out: it knows prefixes, so what it lets through is looked at again. Null where that is all. */
export const prefixFilter = ({ types, categories }: Filter): ServerFilter | null => {
  if (types) return eventTypeFilter({ prefixes: [...types] });
  return categories ? streamNameFilter({ prefixes: [...categories] }) : null;
};

/** In the server's order: after a checkpoint nothing comes that stands at or before it. */
export type Heard =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent; readonly position: Position }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'caughtUp' };

type Listening = { after: Position; filter: ServerFilter; signal?: AbortSignal | undefined };

/**
 * One subscription to everything after a position that the server knows, as far as its filter lets it through. It ends at
 * the signal.
 * @throws TurnlogError STORE_UNAVAILABLE (retryable) when the connection is lost
 */
export async function* listen(
  client: EventStoreDBClient,
  { after, filter, signal }: Listening,
): AsyncGenerator<Heard, void> {
  if (signal?.aborted) return;
  const subscription = client.subscribeToAll({
    fromPosition: after > START ? { commit: after, prepare: after } : FIRST,
    filter: {
      ...filter,
      checkpointInterval: CHECKPOINT_INTERVAL,
      // Put between the events, so that it is never heard before one that stands before it.
      checkpointReached: (self, { commit }) => void self.push({ commitPosition: commit }),
    },
  });
  subscription.on('caughtUp', () => void subscription.push({}));
  const stop = () => void subscription.unsubscribe().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const resolved: AsyncIterable<{ event?: AllStreamRecordedEvent; commitPosition?: bigint }> = subscription.iterator({
      destroyOnReturn: false,
    });
    for await (const { event, commitPosition } of resolved) {
      if (signal?.aborted) return;
      if (event) yield { kind: 'event', event, position: asPosition(event.position.commit) };
      else if (commitPosition === undefined) yield { kind: 'caughtUp' };
      else yield { kind: 'checkpoint', position: asPosition(commitPosition) };
    }
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    signal?.removeEventListener('abort', stop);
    await leave(subscription, () => subscription.unsubscribe());
  }
}
