import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sumOf, untilFirstToken } from '../../schema/stages.ts';
import type { StoreObserver } from '../eventstore/event-store.ts';

/** What is asked for only when somebody reads the metrics. */
export type MetricsSources = {
  readonly lanes: () => Promise<Record<string, { waiting: number; running: number }>>;
  readonly projections: () => Promise<readonly { name: string; lag: string; parked?: unknown }[]>;
};

export type Outcome = { readonly outcome: string; readonly durations: Readonly<Record<string, number>> };

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const FAST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

/** Prometheus' metrics of this process. Those of turns tell what the log tells: processes that share it tell the same. */
export const openMetrics = () => {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `turnlog_${name}`, help, buckets, registers });
  const turns = new Counter({
    name: 'turnlog_turns_total',
    help: 'Turns that have ended since this process began, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const waits = histogram('turn_wait_seconds', 'From the request of a turn to its start.', SECONDS);
  const firstTokens = histogram('turn_first_token_seconds', 'From the request of a turn to its first token.', SECONDS);
  const runs = histogram('turn_seconds', 'From the request of a turn to its end.', SECONDS);
  const appends = histogram('append_seconds', 'From an append to its answer.', FAST_SECONDS);
  const batches = histogram('append_batch_events', 'Events that went to the database together.', SIZES);
  const subscribers = new Gauge({
    name: 'turnlog_subscribers',
    help: 'Open subscriptions to the log.',
    registers,
  });
  const requests = new Histogram({
    name: 'turnlog_http_request_seconds',
    help: 'From a request to the beginning of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: FAST_SECONDS,
    registers,
  });
  for (const outcome of ['completed', 'failed', 'cancelled']) turns.inc({ outcome }, 0);

  const storeObserver: StoreObserver = {
    appended: (seconds) => appends.observe(seconds),
    flushed: (events) => batches.observe(events),
    subscribers: (change) => subscribers.inc(change),
  };

  return {
    storeObserver,
    turnEnded({ outcome, durations }: Outcome): void {
      const { queued } = durations;
      const firstToken = untilFirstToken(durations);
      turns.inc({ outcome });
      if (queued !== undefined) {
        waits.observe(queued / 1000);
        runs.observe(sumOf(durations) / 1000);
      }
      if (queued !== undefined && firstToken !== null) firstTokens.observe(firstToken / 1000);
    },
    requestAnswered: (labels: { method: string; route: string; status: number }, seconds: number): void =>
      requests.observe(labels, seconds),
    /** Adds what is asked for at each reading. */
    watch({ lanes, projections }: MetricsSources): void {
      new Gauge({
        name: 'turnlog_queue_turns',
        help: 'Turns that wait or run, by lane.',
        labelNames: ['lane', 'status'],
        registers,
        async collect() {
          for (const [lane, counts] of Object.entries(await lanes()))
            for (const [status, count] of Object.entries(counts)) this.set({ lane, status }, count);
        },
      });
      new Gauge({
        name: 'turnlog_projection_lag_events',
        help: 'How many positions a read model is behind the log.',
        labelNames: ['projection'],
        registers,
        async collect() {
          for (const { name, lag } of await projections()) this.set({ projection: name }, Number(lag));
        },
      });
    },
    /** In Prometheus' text format. */
    read: async (): Promise<{ contentType: string; body: string }> => ({
      contentType: register.contentType,
      body: await register.metrics(),
    }),
  };
};
export type Metrics = ReturnType<typeof openMetrics>;
