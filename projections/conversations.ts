import { z } from 'zod';
import { type Keys, keyset, keysetCursor } from './keyset.ts';
import { previewColumn } from './messages.ts';
import type { Page, Projection, Statement } from './projection.ts';

export const conversations: Projection = {
  name: 'conversations',
  version: 3,
  tables: `
    create table conversations (
      id uuid primary key,
      user_id text not null,
      title text not null,
      pinned boolean not null default false,
      project_id uuid,
      character_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index conversations_list on conversations (user_id, pinned desc, updated_at desc, id desc);
    create index conversations_project on conversations (project_id) where project_id is not null;
    create table deleted_projects (id uuid primary key);`,
  types: [
    'ConversationOpened',
    'ConversationRenamed',
    'ConversationPinned',
    'ConversationFiled',
    'ConversationDeleted',
    'ProjectDeleted',
    'TurnRequested',
    'TurnCompleted',
    'TurnFailed',
    'TurnCancelled',
  ],
  project(event) {
    const { recordedAt } = event;
    const id = event.stream.conversationId;
    switch (event.type) {
      case 'ConversationOpened': {
        const { conversationId, userId, title, characterId = null } = event.data;
        return [
          {
            text: `insert into conversations (id, user_id, title, character_id, created_at, updated_at)
                   values ($1, $2, $3, $4, $5, $5) on conflict (id) do nothing`,
            values: [conversationId, userId, title, characterId, recordedAt],
          },
        ];
      }
      case 'ConversationRenamed':
        return [
          { text: 'update conversations set title = $2 where id = $1', values: [id, event.data.title] },
          touch(id, recordedAt),
        ];
      case 'ConversationPinned':
        return [{ text: 'update conversations set pinned = $2 where id = $1', values: [id, event.data.pinned] }];
      case 'ConversationFiled':
        // One that slips in behind the deletion of its project is filed nowhere.
        return [
          {
            text: `update conversations
                      set project_id = case when exists (select from deleted_projects where id = $2) then null else $2 end
                    where id = $1`,
            values: [id, event.data.projectId],
          },
        ];
      case 'ProjectDeleted': {
        const values = [event.data.projectId];
        return [
          { text: 'insert into deleted_projects (id) values ($1) on conflict (id) do nothing', values },
          { text: 'update conversations set project_id = null where project_id = $1', values },
        ];
      }
      case 'ConversationDeleted':
        return [{ text: 'delete from conversations where id = $1', values: [id] }];
      case 'TurnRequested':
      case 'TurnCompleted':
      case 'TurnFailed':
      case 'TurnCancelled':
        return [touch(id, recordedAt)];
      default:
        return [];
    }
  },
};

const touch = (id: string | null, at: Date): Statement => ({
  text: 'update conversations set updated_at = greatest(updated_at, $2) where id = $1',
  values: [id, at],
});

export const conversationRow = z
  .object({
    id: z.string(),
    title: z.string(),
    pinned: z.boolean(),
    preview: z.string(),
    project_id: z.string().nullable(),
    character_id: z.string().nullable(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform(({ project_id, character_id, created_at, updated_at, ...row }) => ({
    ...row,
    projectId: project_id,
    characterId: character_id,
    createdAt: created_at,
    updatedAt: updated_at,
    cursor: keysetCursor([row.pinned, updated_at.toISOString(), row.id]),
  }));
export type ConversationRow = z.infer<typeof conversationRow>;

const columns = `id, title, pinned, ${previewColumn}, project_id, character_id, created_at, updated_at`;

const order: Keys = [
  ['pinned', 'boolean'],
  ['updated_at', 'timestamptz'],
  ['id', 'uuid'],
];

/** Which of a user's conversations; all of them without a project. */
export type Filed = { readonly projectId?: string | undefined };

/** A user's conversations: pinned first, then newest first. @throws InvalidCursorError */
export const conversationsQuery = (userId: string, page: Page, { projectId }: Filed = {}): Statement => {
  const filed = projectId === undefined ? [] : [projectId];
  const { clause, values } = keyset(page, { keys: order, ascending: false, offset: 1 + filed.length });
  const where = `user_id = $1 ${projectId === undefined ? '' : 'and project_id = $2'}`;
  return {
    text: `select ${columns} from conversations where ${where} ${clause}`,
    values: [userId, ...filed, ...values],
  };
};

export const conversationQuery = (userId: string, id: string): Statement => ({
  text: `select ${columns} from conversations where user_id = $1 and id = $2`,
  values: [userId, id],
});
