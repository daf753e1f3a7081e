import { z } from 'zod';
import { type Keys, keyset, keysetCursor } from './keyset.ts';
import type { Page, Projection, Statement } from './projection.ts';
import { type Term, tsqueryOf, tsvectorOf, wholeWordsQueryOf } from './search-terms.ts';
import { answerText } from './turn-text.ts';

const title = (conversationId: string | null, userId: string, text: string, position: bigint): Statement => ({
  text: `insert into search_entries (id, conversation_id, user_id, words, position) values ($1, $1, $2, $3::tsvector, $4)
         on conflict (id) do update set words = excluded.words, position = excluded.position`,
  values: [conversationId, userId, tsvectorOf(text, 'A'), position],
});

/** Of a conversation that is there: what slips in behind its deletion leaves nothing. */
const message = (id: string, conversationId: string | null, text: string, position: bigint): Statement[] =>
  text === ''
    ? []
    : [
        {
          text: `insert into search_entries (id, conversation_id, user_id, message_id, words, position)
                 select $1, c.id, c.user_id, $1, $3::tsvector, $4 from search_entries c where c.id = $2
                 on conflict (id) do nothing`,
          values: [id, conversationId, tsvectorOf(text, 'D'), position],
        },
      ];

/** The words of titles and messages, each with where it leads to. The texts themselves stand in the other read models. */
export const search: Projection = {
  name: 'search',
  version: 1,
  readsWholeTurn: true,
  tables: `
    create table search_entries (
      id uuid primary key,
      conversation_id uuid not null,
      user_id text not null,
      message_id uuid,
      words tsvector not null,
      position bigint not null
    );
    create index search_entries_words on search_entries using gin (words);
    create index search_entries_user on search_entries (user_id);
    create index search_entries_conversation on search_entries (conversation_id);`,
  types: [
    'ConversationOpened',
    'ConversationRenamed',
    'ConversationDeleted',
    'TurnRequested',
    'TurnCompleted',
    'TurnFailed',
    'TurnCancelled',
  ],
  project(event, turn) {
    const { position, stream } = event;
    const id = stream.conversationId;
    switch (event.type) {
      case 'ConversationOpened':
        return [title(id, event.data.userId, event.data.title, position)];
      case 'ConversationRenamed':
        return [
          {
            text: 'update search_entries set words = $2::tsvector, position = $3 where id = $1',
            values: [id, tsvectorOf(event.data.title, 'A'), position],
          },
        ];
      case 'ConversationDeleted':
        return [{ text: 'delete from search_entries where conversation_id = $1', values: [id] }];
      case 'TurnRequested':
        return message(event.data.userMessageId, id, event.data.text, position);
      case 'TurnCompleted':
      case 'TurnFailed':
      case 'TurnCancelled': {
        const request = turn.find(({ type }) => type === 'TurnRequested');
        return request?.type === 'TurnRequested'
          ? message(request.data.assistantMessageId, id, answerText(turn), position)
          : [];
      }
      default:
        return [];
    }
  },
};

export const searchRow = z
  .object({
    conversation_id: z.string(),
    title: z.string(),
    message_id: z.string().nullable(),
    role: z.enum(['user', 'assistant']).nullable(),
    content: z.string().nullable(),
    at: z.date(),
    rank: z.number(),
    position: z.bigint(),
  })
  .transform((row) => ({
    conversationId: row.conversation_id,
    title: row.title,
    /** Null where the title itself was found. */
    message: row.message_id === null ? null : { id: row.message_id, role: row.role, content: row.content ?? '' },
    at: row.at,
    cursor: keysetCursor([String(row.rank), String(row.position)]),
  }));
export type SearchRow = z.infer<typeof searchRow>;

const order: Keys = [
  ['rank', 'real'],
  ['position', 'bigint'],
];

/** Divides by one more than the logarithm of the text's length. */
const BY_LENGTH = 1;

/** A user's titles and messages in which all terms stand, the best first. @throws InvalidCursorError */
export const searchQuery = (userId: string, terms: readonly Term[], page: Page): Statement => {
  const { clause, values } = keyset(page, { keys: order, ascending: false, offset: 3 });
  return {
    text: `select conversation_id, title, message_id, role, content, at, rank, position from (
             select e.conversation_id, c.title, e.message_id, m.role, m.content, e.position,
                    coalesce(m.created_at, c.updated_at) as at,
                    ts_rank(e.words, $2::tsquery, ${BY_LENGTH}) + ts_rank(e.words, $3::tsquery, ${BY_LENGTH}) as rank
               from search_entries e
               join conversations c on c.id = e.conversation_id
               left join messages m on m.id = e.message_id
              where e.user_id = $1 and e.words @@ $2::tsquery and (e.message_id is null or m.id is not null)
           ) found where true ${clause}`,
    values: [userId, tsqueryOf(terms), wholeWordsQueryOf(terms), ...values],
  };
};
