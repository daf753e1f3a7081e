import type { Projection } from '../../projections/projection.ts';
import type { LogReads } from '../analysis/log-reads.ts';
import type { Identity } from '../auth/identity.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { PoisonError } from '../processors/project-batch.ts';
import { type Progress, rebuildProjection } from '../processors/rebuild.ts';
import type { Sql } from '../sql/sql.ts';
import { lineOf, ndjson, type RebuildLine } from './lines.ts';
import type { LogSource } from './source.ts';

/** Who asks by the command line, on the machine where the data is. Uses are recorded on `user-operator`. */
export const operator = {
  userId: 'operator',
  username: 'operator',
  isAdmin: true,
  scopes: ['audit', 'admin'],
  via: 'token',
  tokenId: 'operator',
} as const satisfies Identity;

type Rebuilding = { store: EventStore; sql: Sql; projections: readonly Projection[] };
export type Rebuild = (name: string | undefined) => (signal: AbortSignal) => AsyncGenerator<RebuildLine>;

/** What may be told of a failure; the rest belongs in the log. */
const sayOf = (error: unknown): string =>
  error instanceof TurnlogError || error instanceof PoisonError
    ? error.message
    : 'the rebuild failed: the log says why';

type Rebuilt = Rebuilding & { projection: Projection; signal: AbortSignal };

/** Its reports as they come; there are few, so they may wait for who reads them. */
const rebuildOne = ({ projection, store, sql, signal }: Rebuilt): ReadableStream<RebuildLine> => {
  const leaving = new AbortController();
  return new ReadableStream<RebuildLine>({
    start(controller) {
      const { name } = projection;
      const onProgress: Progress = ({ position, head, events }) =>
        controller.enqueue({ name, position: String(position), head: String(head), events });
      const until = AbortSignal.any([signal, leaving.signal]);
      rebuildProjection(projection, { store, sql, signal: until, onProgress }).then(
        () => {
          controller.enqueue({ name, done: true });
          controller.close();
        },
        (error: unknown) => controller.error(error),
      );
    },
    cancel: () => leaving.abort(),
  });
};

/** Rebuilds one after another, beside what serves. @throws TurnlogError VALIDATION for a name of no read model */
export const openRebuild =
  (rebuilding: Rebuilding, log: { error(obj: object, msg: string): void }): Rebuild =>
  (name) => {
    const { projections } = rebuilding;
    const wanted = projections.filter((projection) => name === undefined || projection.name === name);
    if (wanted.length === 0) {
      const names = projections.map((projection) => projection.name).join(', ');
      throw new TurnlogError('VALIDATION', `there is no read model ${name}: it is one of ${names}`);
    }
    return async function* lines(signal) {
      for (const projection of wanted) {
        try {
          yield* rebuildOne({ ...rebuilding, projection, signal });
        } catch (error) {
          if (!signal.aborted) log.error({ err: error, projection: projection.name }, 'a rebuild failed');
          yield { error: `${projection.name}: ${sayOf(error)}` };
          return;
        }
      }
    };
  };

type LocalDeps = { reads: Pick<LogReads, 'export' | 'turn'>; rebuild: Rebuild; close: () => Promise<void> };

/** The data itself. */
export const localSource = ({ reads, rebuild, close }: LocalDeps): LogSource => ({
  async *export(asked, signal) {
    const read = await reads.export(operator, asked);
    yield* ndjson(lines(read(signal)));
  },
  async *turn(turnId, signal) {
    const read = await reads.turn(operator, turnId);
    yield* lines(read(signal));
  },
  rebuild: (name, signal) => rebuild(name)(signal),
  close,
});

export async function* lines(events: AsyncIterable<Parameters<typeof lineOf>[0]>) {
  for await (const event of events) yield lineOf(event);
}
