import { z } from 'zod';
import type { EventData, TurnEvent } from '../schema/events/index.ts';
import { branchColumns, branchIndexes, branchThrough, endBranchAt, placeColumns } from './branches.ts';
import { type Keys, keyset, keysetCursor } from './keyset.ts';
import type { Page, Projection, Recorded, Statement } from './projection.ts';
import { toolNote, toolNotesOf } from './tool-notes.ts';
import { attemptsOf, turnPause } from './turn-pauses.ts';
import { answerText, preview, reasoningText } from './turn-text.ts';

// A turn that slips in behind the deletion of its conversation leaves nothing: no question, and no answer without one.
const insertQuestion = `insert into messages
  (id, conversation_id, user_id, turn_id, parent_id, active, chosen, role, shown, content, preview, attachments,
   created_at, position, ordinal)
  select $1, $2, $3, $4, (select id from messages where id = $5 and conversation_id = $2), true, $6, 'user', true, $7, $8,
         $9::jsonb, $10, $6, 0
   where not exists (select from deleted_conversations where id = $2)
  on conflict (id) do nothing`;

/** Its place is kept while it is being written. */
const insertAnswer = `insert into messages
  (id, conversation_id, user_id, turn_id, parent_id, active, chosen, role, shown, created_at, position, ordinal)
  select $1, $2, $3, $4, id, true, $6, 'assistant', false, $7, $6, 1 from messages where id = $5 and conversation_id = $2
  on conflict (id) do nothing`;

const requested = ({ data, ...event }: Recorded<TurnEvent> & { data: EventData<'TurnRequested'> }): Statement[] => {
  const { conversationId, userId, turnId, parentMessageId, userMessageId, assistantMessageId, text } = data;
  const { position, recordedAt } = event;
  const owner = [conversationId, userId, turnId];
  const answer = {
    text: insertAnswer,
    values: [assistantMessageId, ...owner, userMessageId, position, recordedAt],
  };
  if (data.kind === 'regeneration') return [endBranchAt(userMessageId, { conversationId, position }), answer];
  const attachments = JSON.stringify(data.attachments);
  const question = [userMessageId, ...owner, parentMessageId, position, text, preview(text), attachments, recordedAt];
  return [
    endBranchAt(parentMessageId, { conversationId, position }),
    { text: insertQuestion, values: question },
    answer,
  ];
};

/** When it was asked, of a turn that came by a file. */
const asked = (turn: readonly Recorded<TurnEvent>[]): Statement[] => {
  const imported = turn.find((event) => event.type === 'TurnImported');
  const request = turn.find((event) => event.type === 'TurnRequested');
  if (imported?.type !== 'TurnImported' || request?.type !== 'TurnRequested') return [];
  const { userMessageId, turnId } = request.data;
  return [
    {
      text: 'update messages set created_at = $3 where id = $1 and turn_id = $2',
      values: [userMessageId, turnId, imported.data.askedAt],
    },
  ];
};

/** What tools did not give to the answer. */
const noted = (turn: readonly Recorded<TurnEvent>[]): Statement[] => {
  const notes = toolNotesOf(turn);
  const request = turn.find((event) => event.type === 'TurnRequested');
  if (request?.type !== 'TurnRequested' || notes.length === 0) return [];
  const values = [request.data.assistantMessageId, JSON.stringify(notes)];
  return [{ text: 'update messages set tool_notes = $2::jsonb where id = $1', values }];
};

/** Not shown where nothing was generated: the turn itself says why. */
const ended = (end: Recorded<TurnEvent>, turn: readonly Recorded<TurnEvent>[]): Statement[] => {
  const content = answerText(turn);
  const blocks = turn.flatMap((event) => (event.type === 'BlockEmitted' ? [event.data.block] : []));
  const sources = turn.flatMap((event) => (event.type === 'SourcesCited' ? event.data.sources : []));
  const request = turn.find((event) => event.type === 'TurnRequested');
  const imported = turn.find((event) => event.type === 'TurnImported');
  const { attempts, pauses } = attemptsOf(turn);
  const empty = content === '' && blocks.length === 0;
  if (request?.type !== 'TurnRequested' || (empty && end.type !== 'TurnCompleted')) return [];
  return [
    {
      text: `update messages set shown = true, content = $2, preview = $3, interrupted = $4, model = $5, blocks = $6::jsonb,
               sources = $7::jsonb, created_at = $8, reasoning = $9, attempts = $10, pauses = $11::jsonb where id = $1`,
      values: [
        request.data.assistantMessageId,
        content,
        preview(content),
        end.type !== 'TurnCompleted',
        'model' in end.data ? end.data.model : null,
        JSON.stringify(blocks),
        JSON.stringify(sources),
        imported?.type === 'TurnImported' ? imported.data.answeredAt : end.recordedAt,
        reasoningText(turn),
        attempts,
        JSON.stringify(pauses),
      ],
    },
  ];
};

export const messages: Projection = {
  name: 'messages',
  version: 5,
  readsWholeTurn: true,
  tables: `
    create table messages (
      id uuid primary key,
      conversation_id uuid not null,
      user_id text not null,
      turn_id uuid not null,${branchColumns}
      role text not null,
      shown boolean not null,
      content text not null default '',
      reasoning text not null default '',
      preview text not null default '',
      interrupted boolean not null default false,
      tool_notes jsonb not null default '[]',
      model text,
      blocks jsonb not null default '[]',
      sources jsonb not null default '[]',
      attachments jsonb not null default '[]',
      attempts integer not null default 0,
      pauses jsonb not null default '[]',
      created_at timestamptz not null,
      position bigint not null,
      ordinal smallint not null
    );${branchIndexes}
    create table deleted_conversations (id uuid primary key);`,
  types: ['TurnRequested', 'TurnCompleted', 'TurnFailed', 'TurnCancelled', 'BranchSelected', 'ConversationDeleted'],
  project(event, turn) {
    switch (event.type) {
      case 'TurnRequested':
        return requested(event);
      case 'TurnCompleted':
      case 'TurnFailed':
      case 'TurnCancelled':
        return [...asked(turn), ...ended(event, turn), ...noted(turn)];
      case 'BranchSelected':
        return [branchThrough(event.data.messageId, { ...event.stream, position: event.position })];
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

const attachment = z.object({ filename: z.string(), text: z.string() });
const child = z.object({ id: z.string(), turnId: z.string(), role: z.string(), active: z.boolean() });

export const messageRow = z
  .object({
    id: z.string(),
    turn_id: z.string(),
    parent_id: z.string().nullable(),
    siblings: z.array(z.string()),
    children: z.array(child).nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    reasoning: z.string(),
    tool_notes: z.array(toolNote),
    interrupted: z.boolean(),
    model: z.string().nullable(),
    blocks: z.array(z.json()),
    sources: z.array(z.json()),
    attachments: z.array(attachment),
    attempts: z.int(),
    pauses: z.array(turnPause),
    created_at: z.date(),
    position: z.bigint(),
    ordinal: z.int(),
  })
  .transform(({ turn_id, parent_id, created_at, tool_notes, position, ordinal, children, ...row }) => ({
    ...row,
    toolNotes: tool_notes,
    turnId: turn_id,
    parentId: parent_id,
    /** What stands below it on the active branch, also while it is being written; and all that could stand there. */
    next: children?.find(({ active }) => active) ?? null,
    nextSiblings: (children ?? []).map(({ id }) => id),
    createdAt: created_at,
    cursor: keysetCursor([String(position), String(ordinal)]),
  }));
export type MessageRow = z.infer<typeof messageRow>;

const columns = `id, turn_id, parent_id, role, content, reasoning, interrupted, model, blocks, sources, attachments, attempts,
  pauses, tool_notes, created_at, position, ordinal::integer as ordinal, ${placeColumns}`;

/** A name that rows of an earlier version lack, which serve until these are built, means what stands here. */
const selectWhere = (clause: string): string =>
  `select found.* from (values (0, '[]'::jsonb, '[]'::jsonb)) as lacking (attempts, pauses, tool_notes)
    cross join lateral (select ${columns} from messages m where ${clause}) found`;

const order: Keys = [
  ['position', 'bigint'],
  ['ordinal', 'smallint'],
];

/** The messages of a conversation's active branch, oldest first. @throws InvalidCursorError */
export const messagesQuery = (userId: string, conversationId: string, page: Page): Statement => {
  const { clause, values } = keyset(page, { keys: order, ascending: true, offset: 2 });
  return {
    text: selectWhere(`user_id = $1 and conversation_id = $2 and active and shown ${clause}`),
    values: [userId, conversationId, ...values],
  };
};

/** On whichever branch it stands. */
export const messageQuery = (userId: string, id: string): Statement => ({
  text: selectWhere('user_id = $1 and id = $2 and shown'),
  values: [userId, id],
});

export const historyRow = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  attachments: z.array(attachment),
  total: z.int(),
});

/** The beginning of the last message of a conversation's active branch, as an expression of a query over conversations. */
export const previewColumn = `coalesce((select preview from messages
  where conversation_id = conversations.id and active and shown and preview <> ''
  order by position desc, ordinal desc limit 1), '') as preview`;
