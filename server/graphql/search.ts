import { z } from 'zod';
import type { SearchRow } from '../../projections/search.ts';
import { type Term, termsOf } from '../../projections/search-terms.ts';
import { highlight, markdownSnippet, type Segment, snippet } from '../../projections/snippet.ts';
import { TurnlogError } from '../errors.ts';
import { builder } from './builder.ts';
import { Conversation, requireConversation } from './conversations.ts';
import { MessageRole } from './messages.ts';
import { connectionOf, pageOf } from './pages.ts';
import { plainText } from './plain-text.ts';

/** In UTF-16 units. */
const LONGEST_QUERY = 200;
const DEFAULT_PAGE = 20;

const SearchSegment = builder.objectRef<Segment>('SearchSegment').implement({
  description: 'A piece of plain text; the pieces in their order are the text.',
  fields: (t) => ({ text: t.exposeString('text'), isHit: t.exposeBoolean('isHit') }),
});

type Hit = SearchRow & { readonly terms: readonly Term[] };

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  fields: (t) => ({
    conversationId: t.exposeID('conversationId'),
    conversation: t.field({
      type: Conversation,
      resolve: ({ conversationId }, _, context) => requireConversation(context, conversationId),
    }),
    title: t.field({
      type: [SearchSegment],
      description: "The conversation's.",
      resolve: ({ title, terms }) => highlight(title, terms),
    }),
    messageId: t.id({
      nullable: true,
      description: 'Of the message that was found; null where the title was.',
      resolve: ({ message }) => message?.id ?? null,
    }),
    role: t.field({ type: MessageRole, nullable: true, resolve: ({ message }) => message?.role ?? null }),
    snippet: t.field({
      type: [SearchSegment],
      description: 'What stands around it in the message, on one line; none where the title was found.',
      resolve: ({ message, terms }) => {
        if (!message) return [];
        // A question is shown as it was written, an answer as the Markdown that it is.
        const { role, content } = message;
        return role === 'assistant' ? markdownSnippet(content, terms, plainText) : snippet(content, terms);
      },
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was written; of a conversation: changed.' }),
  }),
});

const SearchConnection = builder.connectionObject(
  { type: SearchHit, name: 'SearchConnection' },
  { name: 'SearchEdge' },
);

const searchText = z.string().max(LONGEST_QUERY, `at most ${LONGEST_QUERY} characters`);

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description:
      'Titles and messages of the viewer in which every word stands, or begins a word, the best first. "In quotes": ' +
      'exactly so, one behind the other. Case and accents make no difference.',
    args: { query: t.arg.string({ required: true }), first: t.arg.int(), after: t.arg.string() },
    resolve: async (_, { query, first, after }, { deps, identity }) => {
      const parsed = searchText.safeParse(query);
      if (!parsed.success) throw new TurnlogError('VALIDATION', `query: ${parsed.error.issues[0]?.message}`);
      const terms = termsOf(query);
      const page = pageOf({ first: first ?? DEFAULT_PAGE, after });
      const found = await deps.readModels.search(identity.userId, terms, page);
      return connectionOf({ ...found, rows: found.rows.map((row) => ({ ...row, terms })) });
    },
  }),
);
