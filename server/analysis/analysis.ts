import { z } from 'zod';
import type { Page } from '../../projections/projection.ts';
import { usageKeys } from '../../projections/usage.ts';
import { checkScope } from '../auth/scopes.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { ReadModels } from '../processors/read-models.ts';
import { parseAsked } from './asked.ts';
import { type Auditor, type LogReads, openLogReads, openRecord } from './log-reads.ts';

type AnalysisDeps = {
  store: EventStore;
  readModels: Pick<ReadModels, 'turnList' | 'usage'>;
  /** Of the ids that are somebody's. */
  usernames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  newId: () => string;
};

const turnsAsked = z.strictObject({
  userId: z.string().max(255).optional(),
  model: z.string().max(255).optional(),
  status: z.enum(['waiting', 'running', 'suspended', 'completed', 'failed', 'cancelled']).optional(),
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
  const record = openRecord({ store, newId });
  const reads: LogReads = openLogReads({ store, newId });

  const named = async <Row extends { readonly userId: string | null }>(rows: readonly Row[]) => {
    const names = await usernames([...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
    return rows.map((row) => ({ ...row, username: names.get(row.userId ?? '') ?? null }));
  };

  return {
    ...reads,

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
