import { z } from 'zod';
import { usage } from '../schema/events/turn.ts';
import { idOf } from '../schema/streams.ts';
import type { Projection, Statement } from './projection.ts';
import { pauseOf, turnPause } from './turn-pauses.ts';

const statuses = { TurnCompleted: 'completed', TurnFailed: 'failed', TurnCancelled: 'cancelled' } as const;

export const turns: Projection = {
  name: 'turns',
  version: 4,
  tables: `
    create table turns (
      id uuid primary key,
      user_id text not null,
      conversation_id uuid not null,
      user_message_id uuid not null,
      assistant_message_id uuid not null,
      status text not null,
      lane text not null default '',
      model text,
      reason text,
      usage jsonb,
      durations jsonb not null default '{}',
      attempts integer not null default 0,
      pauses jsonb not null default '[]',
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      position bigint not null
    );
    create unique index turns_position on turns (position);
    create index turns_user on turns (user_id, position);
    create index turns_conversation on turns (conversation_id, position desc);
    create index turns_open on turns (position) where ended_at is null;`,
  types: [
    'TurnRequested',
    'TurnQueued',
    'TurnStarted',
    'TurnSuspended',
    'TurnResumed',
    'TurnCompleted',
    'TurnFailed',
    'TurnCancelled',
  ],
  project(event) {
    const id = idOf(event.stream.name);
    const at = event.recordedAt;
    switch (event.type) {
      case 'TurnRequested': {
        const { userId, conversationId, userMessageId, assistantMessageId } = event.data;
        return [
          {
            text: `insert into turns (id, user_id, conversation_id, user_message_id, assistant_message_id, status, created_at, position)
                   values ($1, $2, $3, $4, $5, 'waiting', $6, $7) on conflict (id) do nothing`,
            values: [id, userId, conversationId, userMessageId, assistantMessageId, at, event.position],
          },
        ];
      }
      case 'TurnQueued':
        return [
          { text: `update turns set lane = $2, status = 'waiting' where id = $1`, values: [id, event.data.lane] },
        ];
      case 'TurnSuspended':
        return [{ text: `update turns set status = 'suspended' where id = $1`, values: [id] }];
      case 'TurnStarted':
        return [
          {
            text: `update turns set status = 'running', started_at = coalesce(started_at, $2), attempts = $3 where id = $1`,
            values: [id, at, event.data.attempt],
          },
        ];
      case 'TurnResumed': {
        const pause = JSON.stringify([pauseOf(event.data, at)]);
        return [
          {
            text: 'update turns set attempts = $2, pauses = pauses || $3::jsonb where id = $1',
            values: [id, event.data.attempt, pause],
          },
        ];
      }
      case 'TurnCompleted':
      case 'TurnFailed':
      case 'TurnCancelled': {
        const reason =
          event.type === 'TurnFailed' ? event.data.reason : event.type === 'TurnCancelled' ? event.data.why : null;
        const counted = event.data.usage === null ? null : JSON.stringify(event.data.usage);
        return [
          {
            text: `update turns set status = $2, ended_at = $3, model = $4, reason = $5, usage = $6::jsonb,
                     durations = $7::jsonb where id = $1`,
            values: [
              id,
              statuses[event.type],
              at,
              event.data.model,
              reason,
              counted,
              JSON.stringify(event.data.durations),
            ],
          },
        ];
      }
      default:
        return [];
    }
  },
};

export const turnRow = z
  .object({
    id: z.string(),
    user_id: z.string(),
    conversation_id: z.string(),
    user_message_id: z.string(),
    assistant_message_id: z.string(),
    status: z.enum(['waiting', 'running', 'suspended', 'completed', 'failed', 'cancelled']),
    lane: z.string(),
    model: z.string().nullable(),
    reason: z.string().nullable(),
    usage: usage.nullable(),
    attempts: z.int(),
    pauses: z.array(turnPause),
    created_at: z.date(),
    started_at: z.date().nullable(),
    ended_at: z.date().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    userMessageId: row.user_message_id,
    assistantMessageId: row.assistant_message_id,
    status: row.status,
    lane: row.lane,
    model: row.model,
    reason: row.reason,
    usage: row.usage,
    attempts: row.attempts,
    pauses: row.pauses,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }));
export type TurnRow = z.infer<typeof turnRow>;

const columns = `id, user_id, conversation_id, user_message_id, assistant_message_id, status, lane, model, reason, usage, attempts,
  pauses, created_at, started_at, ended_at`;

export const turnQuery = (userId: string, id: string): Statement => ({
  text: `select ${columns} from turns where user_id = $1 and id = $2`,
  values: [userId, id],
});

/** Those that wait or run, in the order of their requests; of one conversation, or of all. */
export const openTurnsQuery = (conversationId?: string): Statement =>
  conversationId === undefined
    ? { text: `select ${columns} from turns where ended_at is null order by position`, values: [] }
    : {
        text: `select ${columns} from turns where ended_at is null and conversation_id = $1 order by position`,
        values: [conversationId],
      };
