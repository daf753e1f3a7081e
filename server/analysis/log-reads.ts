import type { Page } from '../../projections/projection.ts';
import type { EventData } from '../../schema/events/index.ts';
import { turnStream, userStream } from '../../schema/streams.ts';
import type { Identity } from '../auth/identity.ts';
import { checkScope } from '../auth/scopes.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { boundsOf, eventsAsked, filterAsked, filterOf, given, parseAsked } from './asked.ts';
import { followEvents, pageOfEvents, positionOfCursor, readAsked, readTurn } from './read-events.ts';

/** Who reads the log. */
export type Auditor = Pick<Identity, 'userId' | 'scopes'>;

export type LogReads = ReturnType<typeof openLogReads>;

type LogReadsDeps = { store: EventStore; newId: () => string };

/** Records a use before it is carried out. @throws TurnlogError FORBIDDEN without the scope `audit` */
export const openRecord =
  ({ store, newId }: LogReadsDeps) =>
  async ({ userId, scopes }: Auditor, what: EventData<'AuditRead'>['what'], asked: object): Promise<void> => {
    checkScope({ scopes }, 'audit');
    const event = { id: newId(), type: 'AuditRead', data: { what, asked: given(asked) } };
    await store.append(userStream(userId), [event], { expectedRevision: 'any', owner: { userId } });
  };

/**
 * The whole log. Every use is recorded as `AuditRead` on the auditor's own stream before anything is read.
 * @throws TurnlogError FORBIDDEN without the scope `audit`, VALIDATION that says what is accepted, and what stores throw
 */
export const openLogReads = ({ store, newId }: LogReadsDeps) => {
  const record = openRecord({ store, newId });

  return {
    /** A page of events in the order of the log. */
    async events(auditor: Auditor, asked: object, page: Page) {
      const parsed = parseAsked(eventsAsked, asked);
      await record(auditor, 'events', { ...asked, ...page });
      return pageOfEvents(store, parsed, page);
    },

    /** Everything behind a cursor, then what comes. The events are read as they are taken. */
    async allEvents(auditor: Auditor, { after, filter = {} }: { after?: string | undefined; filter?: object }) {
      const wanted = { filter: filterOf(parseAsked(filterAsked, filter)) };
      const position = after === undefined ? undefined : positionOfCursor(store, after, 'after');
      await record(auditor, 'allEvents', { after, ...filter });
      const from = position === undefined ? wanted : { ...wanted, after: position };
      return (signal: AbortSignal) => followEvents(store, from, signal);
    },

    /** The log as it is now, between bounds; the events are read as they are taken. */
    async export(auditor: Auditor, asked: object) {
      const parsed = parseAsked(eventsAsked, asked);
      await record(auditor, 'export', asked);
      const bounds = await boundsOf(store, parsed);
      const last = bounds.last ?? (await store.head());
      return (signal: AbortSignal) => readAsked(store, parsed, { ...bounds, last }, { direction: 'forwards', signal });
    },

    /** A turn's events up to its end. @throws TurnlogError NOT_FOUND */
    async turn(auditor: Auditor, turnId: string) {
      await record(auditor, 'turn', { turnId });
      const stream = turnStream(turnId.toLowerCase());
      let isThere = false;
      for await (const _ of store.readStream(stream, { limit: 1 })) isThere = true;
      if (!isThere) throw new TurnlogError('NOT_FOUND', `there is no turn ${turnId}`);
      return (signal: AbortSignal) => readTurn(store, stream, signal);
    },
  };
};
