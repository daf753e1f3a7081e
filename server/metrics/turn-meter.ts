import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { terminalTypes } from '../../schema/events/turn.ts';
import type { Position } from '../../schema/order.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { runProcessor } from '../processors/processor.ts';
import type { Time } from '../time.ts';
import type { Metrics } from './metrics.ts';

type MeterDeps = Pick<Time, 'sleep'> & {
  store: EventStore;
  after: Position;
  metrics: Pick<Metrics, 'turnEnded'>;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

const outcomes: Record<string, string> = {
  TurnCompleted: 'completed',
  TurnFailed: 'failed',
  TurnCancelled: 'cancelled',
};

/** Counts the turns that end: a terminal event holds all there is to measure, so tokens are never looked at. */
export const startTurnMeter = ({ store, after, metrics, sleep, log, signal }: MeterDeps) => {
  const running = runProcessor({
    store,
    name: 'turn-meter',
    after,
    filter: { categories: ['turn'], types: terminalTypes },
    sleep,
    log,
    signal,
    async handle({ events }) {
      for (const recorded of events) {
        const event = decodeTurnEvent(recorded);
        const outcome = outcomes[recorded.type];
        if (outcome && event && 'durations' in event.data) {
          metrics.turnEnded({ outcome, durations: event.data.durations });
        }
      }
    },
  });
  return { stopped: () => running };
};
