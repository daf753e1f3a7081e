import { z } from 'zod';
import { untilFirstToken } from '../schema/stages.ts';
import { type Keys, keyset, keysetCursor } from './keyset.ts';
import type { Page, Statement } from './projection.ts';
import { turnRow } from './turns.ts';

/** Which turns of everybody's; all fields are and-ed, `from` is inclusive, `to` exclusive. */
export type TurnsAsked = {
  readonly userId?: string | undefined;
  readonly model?: string | undefined;
  readonly status?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

const order: Keys = [['position', 'bigint']];

/** A turn as it is listed for analysts. Times in milliseconds, null where it did not come so far. */
export const listedTurnRow = z
  .object({ position: z.bigint(), durations: z.record(z.string(), z.number()) })
  .loose()
  .transform(({ position, durations, ...rest }) => {
    const row = turnRow.parse(rest);
    const firstTokenMs = untilFirstToken(durations);
    return {
      ...row,
      waitingMs: row.startedAt === null ? null : row.startedAt.getTime() - row.createdAt.getTime(),
      firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
      totalMs: row.endedAt === null ? null : row.endedAt.getTime() - row.createdAt.getTime(),
      cursor: keysetCursor([String(position)]),
    };
  });
export type ListedTurn = z.infer<typeof listedTurnRow>;

/** The newest first. @throws InvalidCursorError */
export const turnListQuery = (asked: TurnsAsked, page: Page): Statement => {
  const { userId, model, status, from, to } = asked;
  const filters = [
    ['user_id =', userId],
    ['model =', model],
    ['status =', status],
    ['created_at >=', from],
    ['created_at <', to],
  ] as const;
  const set = filters.filter(([, value]) => value !== undefined);
  const conditions = ['true', ...set.map(([condition], index) => `${condition} $${index + 1}`)];
  const { clause, values } = keyset(page, { keys: order, ascending: false, offset: set.length });
  return {
    text: `select * from turns where ${conditions.join(' and ')} ${clause}`,
    values: [...set.map(([, value]) => value), ...values],
  };
};
