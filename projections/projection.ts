import type { DomainEvent, TurnEvent } from '../schema/events/index.ts';
import type { Position, Revision } from '../schema/order.ts';

/** Where and when an event stands in the log. */
export type Place = {
  readonly stream: { readonly name: string; readonly userId: string | null; readonly conversationId: string | null };
  readonly revision: Revision;
  readonly position: Position;
  readonly recordedAt: Date;
};
export type Recorded<E> = E & Place;

/** A statement as data: projections say what to run, the runner runs it. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/**
 * A read model. Pure: the same events give the same rows. A change of its tables or of what it makes of an event raises
 * `version`, and the rows are built anew from the log.
 */
export type Projection = {
  readonly name: string;
  readonly version: number;
  /** DDL with unqualified names, so that a rebuild can stand in a schema of its own. */
  readonly tables: string;
  readonly types: readonly DomainEvent['type'][];
  /** Whether it wants the turn's whole story at its end. Reading one costs a read of its stream. */
  readonly readsWholeTurn?: true;
  /** `turn` is the story of the turn, up to this event, where the event is its end and the projection reads it; else empty. */
  project(event: Recorded<DomainEvent>, turn: readonly Recorded<TurnEvent>[]): readonly Statement[];
};

/** Reading a page: the `first` after a cursor, or the `last` before one. */
export type Page = {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly last?: number | undefined;
  readonly before?: string | undefined;
};
