import { z } from 'zod';
import { sumOf } from '../schema/stages.ts';
import type { Projection, Statement } from './projection.ts';

/** What was used, by user, model and day (in UTC, of the turn's end). A turn that had no model yet counts under ''. */
export const usage: Projection = {
  name: 'usage',
  version: 1,
  tables: `
    create table usage (
      day date not null,
      user_id text not null,
      model text not null,
      completed integer not null default 0,
      failed integer not null default 0,
      cancelled integer not null default 0,
      estimated integer not null default 0,
      prompt_tokens bigint not null default 0,
      completion_tokens bigint not null default 0,
      waiting_ms bigint not null default 0,
      answering_ms bigint not null default 0,
      primary key (day, user_id, model)
    );
    create index usage_user on usage (user_id, day);`,
  types: ['TurnCompleted', 'TurnFailed', 'TurnCancelled'],
  project(event) {
    if (event.type !== 'TurnCompleted' && event.type !== 'TurnFailed' && event.type !== 'TurnCancelled') return [];
    const { usage: counted, model, durations } = event.data;
    const counts = {
      completed: Number(event.type === 'TurnCompleted'),
      failed: Number(event.type === 'TurnFailed'),
      cancelled: Number(event.type === 'TurnCancelled'),
      estimated: Number(counted?.estimated ?? false),
      prompt_tokens: counted?.promptTokens ?? 0,
      completion_tokens: counted?.completionTokens ?? 0,
      waiting_ms: Math.round(durations.queued ?? 0),
      answering_ms: Math.round(sumOf(durations, 'queued')),
    };
    const names = Object.keys(counts);
    return [
      {
        text: `insert into usage (day, user_id, model, ${names.join(', ')})
               values ($1, $2, $3, ${names.map((_, index) => `$${index + 4}`).join(', ')})
               on conflict (day, user_id, model) do update
                  set ${names.map((name) => `${name} = usage.${name} + excluded.${name}`).join(', ')}`,
        values: [
          event.recordedAt.toISOString().slice(0, 10),
          event.stream.userId ?? '',
          model ?? '',
          ...Object.values(counts),
        ],
      },
    ];
  },
};

const number = z.bigint().transform(Number);

/** Times in milliseconds. `estimated` counts the turns whose tokens are estimates. */
export const usageRow = z
  .object({
    day: z.string().nullable(),
    user_id: z.string().nullable(),
    model: z.string().nullable(),
    completed: number,
    failed: number,
    cancelled: number,
    estimated: number,
    prompt_tokens: number,
    completion_tokens: number,
    waiting_ms: number,
    answering_ms: number,
  })
  .transform((row) => ({
    day: row.day,
    userId: row.user_id,
    model: row.model,
    turns: row.completed + row.failed + row.cancelled,
    completed: row.completed,
    failed: row.failed,
    cancelled: row.cancelled,
    estimated: row.estimated,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    waitingMs: row.waiting_ms,
    answeringMs: row.answering_ms,
  }));
export type UsageRow = z.infer<typeof usageRow>;

/** What usage may be added up by. */
export const usageKeys = ['day', 'user', 'model'] as const;
export type UsageKey = (typeof usageKeys)[number];

/** Days as in 2030-01-31, both inclusive; of one user, or of all. */
export type UsageAsked = {
  readonly userId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly groupBy: readonly UsageKey[];
};

const columns = { day: "to_char(day, 'YYYY-MM-DD')", user: 'user_id', model: 'model' } as const;
const names = { day: 'day', user: 'user_id', model: 'model' } as const;
const sums = [
  'completed',
  'failed',
  'cancelled',
  'estimated',
  'prompt_tokens',
  'completion_tokens',
  'waiting_ms',
  'answering_ms',
];

/** A row for each of the keys' values that occur; what isn't asked for as a key is null. In the order of the keys. */
export const usageQuery = ({ userId, from, to, groupBy }: UsageAsked): Statement => {
  const keys = usageKeys.filter((key) => groupBy.includes(key));
  const shown = usageKeys.map((key) => `${keys.includes(key) ? columns[key] : 'null::text'} as ${names[key]}`);
  const added = sums.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`);
  const grouped = keys.length > 0 ? `group by ${keys.map((key) => `usage.${names[key]}`).join(', ')}` : '';
  return {
    text: `select ${[...shown, ...added].join(', ')} from usage
            where ($1::text is null or user_id = $1) and ($2::date is null or day >= $2) and ($3::date is null or day <= $3)
            ${grouped} order by 1, 2, 3`,
    values: [userId ?? null, from ?? null, to ?? null],
  };
};
