import { z } from 'zod';
import type { EventData, TurnEvent } from '../schema/events/index.ts';
import { type Keys, keyset, keysetCursor } from './keyset.ts';
import type { Page, Projection, Recorded, Statement } from './projection.ts';
import { answerText } from './turn-text.ts';

// A turn that slips in behind the deletion of its conversation, or ends behind it, leaves nothing.
const insert = `insert into messages
  (id, conversation_id, user_id, turn_id, parent_id, role, content, interrupted, model, blocks, sources, attachments,
   created_at, position, ordinal)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13, $14, $15
   where not exists (select from deleted_conversations where id = $2)
  on conflict (id) do nothing`;

const question = ({ data, ...event }: Recorded<TurnEvent> & { data: EventData<'TurnRequested'> }): Statement => ({
  text: insert,
  values: [
    data.userMessageId,
    data.conversationId,
    data.userId,
    data.turnId,
    data.parentMessageId,
    'user',
    data.text,
    false,
    null,
    '[]',
    '[]',
    JSON.stringify(data.attachments),
    event.recordedAt,
    event.position,
    0,
  ],
});

/** Nothing where nothing was generated: the turn itself says why. */
const answer = (end: Recorded<TurnEvent>, turn: readonly Recorded<TurnEvent>[]): Statement[] => {
  const content = answerText(turn);
  const blocks = turn.flatMap((event) => (event.type === 'BlockEmitted' ? [event.data.block] : []));
  const sources = turn.flatMap((event) => (event.type === 'SourcesCited' ? event.data.sources : []));
  const request = turn.find((event) => event.type === 'TurnRequested');
  const empty = content === '' && blocks.length === 0;
  if (request?.type !== 'TurnRequested' || (empty && end.type !== 'TurnCompleted')) return [];
  const { data, position } = request;
  const model = 'model' in end.data ? end.data.model : null;
  const interrupted = end.type !== 'TurnCompleted';
  return [
    {
      text: insert,
      values: [
        data.assistantMessageId,
        data.conversationId,
        data.userId,
        data.turnId,
        data.userMessageId,
        'assistant',
        content,
        interrupted,
        model,
        JSON.stringify(blocks),
        JSON.stringify(sources),
        '[]',
        end.recordedAt,
        position,
        1,
      ],
    },
  ];
};

export const messages: Projection = {
  name: 'messages',
  version: 1,
  readsWholeTurn: true,
  tables: `
    create table messages (
      id uuid primary key,
      conversation_id uuid not null,
      user_id text not null,
      turn_id uuid not null,
      parent_id uuid,
      role text not null,
      content text not null,
      interrupted boolean not null,
      model text,
      blocks jsonb not null,
      sources jsonb not null,
      attachments jsonb not null,
      created_at timestamptz not null,
      position bigint not null,
      ordinal smallint not null
    );
    create index messages_list on messages (conversation_id, position, ordinal);
    create table deleted_conversations (id uuid primary key);`,
  types: ['TurnRequested', 'TurnCompleted', 'TurnFailed', 'TurnCancelled', 'ConversationDeleted'],
  project(event, turn) {
    switch (event.type) {
      case 'TurnRequested':
        return [question(event)];
      case 'TurnCompleted':
      case 'TurnFailed':
      case 'TurnCancelled':
        return answer(event, turn);
      case 'ConversationDeleted': {
        const values = [event.stream.conversationId];
        return [
          { text: 'insert into deleted_conversations (id) values ($1) on conflict (id) do nothing', values },
          { text: 'delete from messages where conversation_id = $1', values },
        ];
      }
      default:
        return [];
    }
  },
};

export const messageRow = z
  .object({
    id: z.string(),
    turn_id: z.string(),
    parent_id: z.string().nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    interrupted: z.boolean(),
    model: z.string().nullable(),
    blocks: z.array(z.json()),
    sources: z.array(z.json()),
    attachments: z.array(z.object({ filename: z.string(), text: z.string() })),
    created_at: z.date(),
    position: z.bigint(),
    ordinal: z.int(),
  })
  .transform(({ turn_id, parent_id, created_at, position, ordinal, ...row }) => ({
    ...row,
    turnId: turn_id,
    parentId: parent_id,
    createdAt: created_at,
    cursor: keysetCursor([String(position), String(ordinal)]),
  }));
export type MessageRow = z.infer<typeof messageRow>;

const columns = `id, turn_id, parent_id, role, content, interrupted, model, blocks, sources, attachments, created_at, position,
  ordinal::integer as ordinal`;

const order: Keys = [
  ['position', 'bigint'],
  ['ordinal', 'smallint'],
];

/** A conversation's messages, oldest first; each answer stands behind its question. @throws InvalidCursorError */
export const messagesQuery = (userId: string, conversationId: string, page: Page): Statement => {
  const { clause, values } = keyset(page, { keys: order, ascending: true, offset: 2 });
  return {
    text: `select ${columns} from messages where user_id = $1 and conversation_id = $2 ${clause}`,
    values: [userId, conversationId, ...values],
  };
};

/** What was said in a conversation before a position, newest first. */
export const historyQuery = (conversationId: string, before: bigint, limit: number): Statement => ({
  text: `select role, content from messages where conversation_id = $1 and position < $2
         order by position desc, ordinal desc limit $3`,
  values: [conversationId, before, limit],
});
export const historyRow = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
