import type { Projection } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { openStoryReader } from './project-batch.ts';
import { type Parked, type Progress, runProjection, UNBUILT } from './run-projection.ts';

type ProjectorDeps = Pick<Time, 'elapsed' | 'sleep' | 'later'> & {
  store: EventStore;
  sql: Sql;
  projections: readonly Projection[];
  /** Whether this process writes the rows; where another does, this one only tells how far it is. */
  leads: (projection: Projection) => Promise<boolean>;
  /** How long who reads waits, where he says nothing else: longer than it takes to replace a leader that died. */
  waitMs?: number;
  log: {
    info(obj: object, msg: string): void;
    warn(obj: object, msg: string): void;
    error(obj: object, msg: string): void;
  };
  signal: AbortSignal;
};

/**
 * `position` is -1 until the rows are built; `lag` counts positions behind the head; `building` is how far the rows are
 * that will take the place of these.
 */
export type ProjectionStatus = {
  readonly name: string;
  readonly version: number;
  readonly position: string;
  readonly lag: string;
  readonly parked?: Parked;
  readonly building?: { readonly position: string; readonly head: string };
};

/** `orStanding` takes rows of another version as they stand, where they cannot be kept up to date while they serve. */
type Waiting = { names?: readonly string[]; timeoutMs?: number; orStanding?: boolean };

export type Projector = ReturnType<typeof startProjector>;

/** Keeps the read models, each from a subscription of its own, until the signal aborts. */
export const startProjector = ({ projections, waitMs = 5_000, elapsed, later, ...deps }: ProjectorDeps) => {
  const { signal } = deps;
  const progress = new Map<string, Progress>(projections.map(({ name }) => [name, { position: UNBUILT }]));
  const progressOf = (name: string): Progress => progress.get(name) ?? { position: UNBUILT };
  const waiters = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiters) wake();
  };
  signal.addEventListener('abort', wakeAll, { once: true });

  const readStory = openStoryReader(deps.store);
  const running = Promise.all(
    projections.map((projection) =>
      runProjection(projection, {
        ...deps,
        readStory,
        onProgress: (made) => {
          progress.set(projection.name, made);
          wakeAll();
        },
      }),
    ),
  );

  const news = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        waiters.delete(wake);
        resolve();
      };
      const cancel = later(ms, wake);
      waiters.add(wake);
    });

  return {
    /**
     * Resolves when these projections (or all) have passed the position.
     * @throws TurnlogError PROJECTION_BEHIND after `timeoutMs`, or at once where one of them is parked before it
     */
    async waitFor(position: Position, { names, timeoutMs = waitMs, orStanding = false }: Waiting = {}): Promise<void> {
      const wanted = names ?? projections.map(({ name }) => name);
      const deadline = elapsed() + timeoutMs;
      for (;;) {
        const behind = wanted.filter((name) => {
          const { position: passed, standing } = progressOf(name);
          return passed < position && !(orStanding && standing);
        });
        if (behind.length === 0) return;
        const left = deadline - elapsed();
        const parked = behind.filter((name) => progressOf(name).parked);
        if (left <= 0 || parked.length > 0 || signal.aborted) {
          const details = { projections: behind, parked, position: String(position) };
          const message =
            parked.length > 0 ? 'a read model stands still: see health' : 'the read models are behind: try again';
          throw new TurnlogError('PROJECTION_BEHIND', message, { retryable: parked.length === 0, details });
        }
        await news(left);
      }
    },
    /** Whether rows of another version serve. */
    isStanding: (names: readonly string[]): boolean => names.some((name) => progressOf(name).standing),
    status: (head?: Position): ProjectionStatus[] =>
      projections.map(({ name, version }) => {
        const { position, parked, building } = progressOf(name);
        const lag = head === undefined || head < position ? 0n : head - position;
        return {
          name,
          version,
          position: String(position),
          lag: String(lag),
          ...(parked && { parked }),
          ...(building && { building: { position: String(building.position), head: String(building.head) } }),
        };
      }),
    stopped: async (): Promise<void> => {
      await running;
    },
  };
};
