import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { EventData, TurnEvent } from '../../schema/events/index.ts';
import { turnStream } from '../../schema/streams.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { type TurnState, turnDecider } from '../turn/decider.ts';

export type ReadTurn = {
  readonly state: TurnState;
  readonly request: EventData<'TurnRequested'>;
  readonly requested: RecordedEvent;
  readonly last: RecordedEvent;
};

/** Folds a turn's stream, telling each event; null where there is none. `heard`: as far as this process has heard. */
export const readTurn = async (
  store: EventStore,
  turnId: string,
  { onEvent, heard = false }: { onEvent?: (event: TurnEvent) => void; heard?: boolean } = {},
): Promise<ReadTurn | null> => {
  let state = turnDecider.initial;
  let first: { request: EventData<'TurnRequested'>; requested: RecordedEvent } | undefined;
  let last: RecordedEvent | undefined;
  for await (const recorded of store.readStream(turnStream(turnId), { heard })) {
    const event = decodeTurnEvent(recorded);
    if (event) {
      state = turnDecider.evolve(state, event);
      onEvent?.(event);
    }
    if (event?.type === 'TurnRequested') first = { request: event.data, requested: recorded };
    last = recorded;
  }
  return first && last ? { state, ...first, last } : null;
};
