import { z } from 'zod';
import type { Page } from '../../projections/projection.ts';
import { usageKeys } from '../../projections/usage.ts';
import type { EventData } from '../../schema/events/index.ts';
import { turnStream, userStream } from '../../schema/streams.ts';
import type { Identity } from '../auth/identity.ts';
import { checkScope } from '../auth/scopes.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { ReadModels } from '../processors/read-models.ts';
import { boundsOf, eventsAsked, filterAsked, filterOf, given, parseAsked } from './asked.ts';
import { followEvents, pageOfEvents, positionOfCursor, readAsked, readTurn } from './read-events.ts';

/** Who reads the log. */
export type Auditor = Pick<Identity, 'userId' | 'scopes'>;

type AnalysisDeps = {
  store: EventStore;
  readModels: Pick<ReadModels, 'turnList' | 'usage'>;
  /** Of the ids that are somebody's. */
  usernames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  newId: () => string;
};

type What = EventData<'AuditRead'>['what'];

const turnsAsked = z.strictObject({
  userId: z.string().max(255).optional(),
  model: z.string().max(255).optional(),
  status: z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled']).optional(),
  from: z.date().optional(),
  to: z.date().optional(),
});

const day = z.iso.date({ error: 'a day such as 2030-01-31' });
const usageAsked = z.strictObject({
  userId: z.string().max(255).optional(),
  from: day.optional(),
  to: day.optional(),
  groupBy: z.array(z.enum(usageKeys)).default(['day']),
});

export type Analysis = ReturnType<typeof openAnalysis>;

/**
 * What analysts read: the whole log, and everybody's turns and usage. Every use is recorded as `AuditRead` on the
 * auditor's own stream before anything is read.
 * @throws TurnlogError FORBIDDEN without the scope `audit`, VALIDATION that says what is accepted, and what stores throw
 */
export const openAnalysis = ({ store, readModels, usernames, newId }: AnalysisDeps) => {
  const record = async ({ userId, scopes }: Auditor, what: What, asked: object): Promise<void> => {
    checkScope({ scopes }, 'audit');
    const data = { what, asked: given(asked) };
    const event = { id: newId(), type: 'AuditRead', data };
    await store.append(userStream(userId), [event], { expectedRevision: 'any', owner: { userId } });
  };

  const named = async <Row extends { readonly userId: string | null }>(rows: readonly Row[]) => {
    const names = await usernames([...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
    return rows.map((row) => ({ ...row, username: names.get(row.userId ?? '') ?? null }));
  };

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

    /** Everybody's turns, the newest first. */
    async turns(auditor: Auditor, asked: object, page: Page) {
      const parsed = parseAsked(turnsAsked, asked);
      await record(auditor, 'turns', { ...asked, ...page });
      const { rows, ...rest } = await readModels.turnList(parsed, page);
      return { ...rest, rows: await named(rows) };
    },

    /**
     * Tokens, turns and time, added up by the keys. Of everybody, or of the user who is asked for; whoever has not the
     * scope reads only of himself, which is no use of the scope and not recorded.
     */
    async usage(reader: Auditor, asked: object) {
      const parsed = parseAsked(usageAsked, asked);
      const isAuditor = reader.scopes.includes('audit');
      if (!isAuditor && parsed.userId !== undefined && parsed.userId !== reader.userId) checkScope(reader, 'audit');
      if (isAuditor && parsed.userId !== reader.userId) await record(reader, 'usage', asked);
      return named(await readModels.usage(isAuditor ? parsed : { ...parsed, userId: reader.userId }));
    },
  };
};
