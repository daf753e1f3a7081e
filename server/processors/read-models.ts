import { z } from 'zod';
import * as branches from '../../projections/branches.ts';
import * as conversations from '../../projections/conversations.ts';
import { InvalidCursorError, type PageOf, pageOf } from '../../projections/keyset.ts';
import * as messages from '../../projections/messages.ts';
import * as preferences from '../../projections/preferences.ts';
import type { Page, Statement } from '../../projections/projection.ts';
import * as projects from '../../projections/projects.ts';
import * as search from '../../projections/search.ts';
import type { Term } from '../../projections/search-terms.ts';
import { type ListedTurn, listedTurnRow, type TurnsAsked, turnListQuery } from '../../projections/turn-list.ts';
import * as turns from '../../projections/turns.ts';
import { type UsageAsked, type UsageRow, usageQuery, usageRow } from '../../projections/usage.ts';
import type { Position } from '../../schema/order.ts';
import { noPreferences, type Preferences } from '../../schema/preferences.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import type { Projector } from './projector.ts';

export type { ConversationRow } from '../../projections/conversations.ts';
export type { MessageRow } from '../../projections/messages.ts';
export type { ProjectRow } from '../../projections/projects.ts';
export type { TurnRow } from '../../projections/turns.ts';

const HISTORY = 200;
/** A conversation's row tells how its last message begins. */
const LISTED = ['conversations', 'messages'];

type Deps = { store: EventStore; sql: Sql; projector: Pick<Projector, 'waitFor' | 'isStanding'> };
/** `atLeast`: what the rows must have passed; without it the log's head of when the call came. */
type Reading = { atLeast?: Position };

const tipRow = z.object({ id: z.string() });
const originRow = z.object({ turn_id: z.string() });

const isId = (id: string) => z.uuid().safeParse(id).success;

/** A page's statement. @throws TurnlogError VALIDATION for a cursor of something else */
const paged = (query: () => Statement): Statement => {
  try {
    return query();
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw new TurnlogError('VALIDATION', 'after and before take the cursors of this list', { cause: error });
  }
};

export type ReadModels = ReturnType<typeof openReadModels>;

/**
 * What the doors and running turns read. Every call waits until the read models have passed the log's head of when it
 * came, so whoever saw an event sees what it changed; one with `atLeast` waits for that alone, as a running turn's do for
 * the turn's start. Only rows of another version, which serve until a rebuild is done, may be shown as they stand. A
 * malformed id is a missing one.
 * @throws TurnlogError PROJECTION_BEHIND, STORE_UNAVAILABLE
 */
export const openReadModels = ({ store, sql, projector }: Deps) => {
  /** For what is decided upon: never from rows that stand as another version left them. */
  const read = async <T>(
    names: readonly string[],
    { text, values }: Statement,
    row: z.ZodType<T>,
    { atLeast }: Reading = {},
  ): Promise<T[]> => {
    await projector.waitFor(atLeast ?? (await store.head()), { names });
    return z.array(row).parse(await sql.query(text, values));
  };
  /** For what is shown: while a read model is built anew, from the rows of the version before, as far as they will do. */
  const show = async <T>(names: readonly string[], { text, values }: Statement, row: z.ZodType<T>): Promise<T[]> => {
    await projector.waitFor(await store.head(), { names, orStanding: true });
    try {
      return z.array(row).parse(await sql.query(text, values));
    } catch (error) {
      if (error instanceof TurnlogError || !projector.isStanding(names)) throw error;
      const message = 'the read models are being built anew: try again';
      throw new TurnlogError('PROJECTION_BEHIND', message, { retryable: true, cause: error });
    }
  };
  const readOne = async <T>(
    names: readonly string[],
    statement: Statement,
    row: z.ZodType<T>,
    reading?: Reading,
  ): Promise<T | null> => (await read(names, statement, row, reading))[0] ?? null;
  const showOne = async <T>(names: readonly string[], statement: Statement, row: z.ZodType<T>): Promise<T | null> =>
    (await show(names, statement, row))[0] ?? null;
  const empty = { rows: [], cursors: [], hasNextPage: false, hasPreviousPage: false };

  return {
    /** Pinned first, then newest first; 50 where the page doesn't say. @throws TurnlogError VALIDATION for a wrong cursor */
    async conversations(
      userId: string,
      page: Page,
      filed: conversations.Filed = {},
    ): Promise<PageOf<conversations.ConversationRow>> {
      if (filed.projectId !== undefined && !isId(filed.projectId)) return empty;
      const query = paged(() => conversations.conversationsQuery(userId, page, filed));
      const rows = await show(LISTED, query, conversations.conversationRow);
      return pageOf(rows, page);
    },
    /** Null where it isn't the user's. */
    async conversation(userId: string, id: string): Promise<conversations.ConversationRow | null> {
      if (!isId(id)) return null;
      return showOne(LISTED, conversations.conversationQuery(userId, id), conversations.conversationRow);
    },
    async preferences(userId: string, reading?: Reading): Promise<Preferences> {
      const query = preferences.preferencesQuery(userId);
      return (await readOne(['preferences'], query, preferences.preferencesRow, reading))?.chosen ?? noPreferences;
    },
    /** A user's projects by name. */
    async projects(userId: string): Promise<projects.ProjectRow[]> {
      return show(['projects'], projects.projectsQuery(userId), projects.projectRow);
    },
    /** Null where it isn't the user's. */
    async project(userId: string, id: string): Promise<projects.ProjectRow | null> {
      return isId(id) ? showOne(['projects'], projects.projectQuery(userId, id), projects.projectRow) : null;
    },
    /** Of the project that a conversation is filed under; null where there are none. */
    async instructionsOf(conversationId: string, reading?: Reading): Promise<projects.Instructions | null> {
      if (!isId(conversationId)) return null;
      const query = projects.instructionsQuery(conversationId);
      return readOne(['conversations', 'projects'], query, projects.instructionsRow, reading);
    },
    /** Of the active branch, oldest first; 50 where the page doesn't say. @throws TurnlogError VALIDATION for a wrong cursor */
    async messages(userId: string, conversationId: string, page: Page): Promise<PageOf<messages.MessageRow>> {
      if (!isId(conversationId)) return empty;
      const query = paged(() => messages.messagesQuery(userId, conversationId, page));
      return pageOf(await show(['messages'], query, messages.messageRow), page);
    },
    async message(userId: string, id: string): Promise<messages.MessageRow | null> {
      return isId(id) ? showOne(['messages'], messages.messageQuery(userId, id), messages.messageRow) : null;
    },
    /** What was said along the branch that ends at a message, oldest first; the last 200 messages, and how many more. */
    async history(conversationId: string, messageId: string | null, reading?: Reading) {
      if (!isId(conversationId)) return { said: [], earlier: 0 };
      const query = branches.historyQuery(conversationId, messageId, HISTORY);
      const rows = await read(['messages'], query, messages.historyRow, reading);
      const said = rows.map(({ total: _, ...message }) => message).reverse();
      return { said, earlier: (rows[0]?.total ?? 0) - rows.length };
    },
    /** The last message of the conversation's active branch, also one that is still being written. */
    async branchTip(conversationId: string): Promise<string | null> {
      if (!isId(conversationId)) return null;
      const found = await readOne(['messages'], branches.branchTipQuery(conversationId), tipRow);
      return found?.id ?? null;
    },
    /** The turn that brought a message, whosever it is. */
    async turnOfMessage(messageId: string): Promise<string | null> {
      if (!isId(messageId)) return null;
      const found = await readOne(['messages'], branches.turnOfMessageQuery(messageId), originRow);
      return found?.turn_id ?? null;
    },
    /** The best first; 50 where the page doesn't say. Without a term nothing. @throws TurnlogError VALIDATION for a wrong cursor */
    async search(userId: string, terms: readonly Term[], page: Page): Promise<PageOf<search.SearchRow>> {
      if (terms.length === 0) return empty;
      const query = paged(() => search.searchQuery(userId, terms, page));
      return pageOf(await show(['search', 'conversations', 'messages'], query, search.searchRow), page);
    },
    async turn(userId: string, id: string): Promise<turns.TurnRow | null> {
      return isId(id) ? showOne(['turns'], turns.turnQuery(userId, id), turns.turnRow) : null;
    },
    /** Everybody's turns, the newest first. @throws TurnlogError VALIDATION for a wrong cursor */
    async turnList(asked: TurnsAsked, page: Page): Promise<PageOf<ListedTurn>> {
      const query = paged(() => turnListQuery(asked, page));
      return pageOf(await show(['turns'], query, listedTurnRow), page);
    },
    usage: (asked: UsageAsked): Promise<UsageRow[]> => show(['usage'], usageQuery(asked), usageRow),
    /** Turns that wait or run, in the order of their requests; of one conversation, or of all. */
    async openTurns(conversationId?: string): Promise<turns.TurnRow[]> {
      if (conversationId !== undefined && !isId(conversationId)) return [];
      return read(['turns'], turns.openTurnsQuery(conversationId), turns.turnRow);
    },
    /** The one that runs, or is the next to. */
    async activeTurn(userId: string, conversationId: string): Promise<turns.TurnRow | null> {
      if (!isId(conversationId)) return null;
      const [first] = await show(['turns'], turns.openTurnsQuery(conversationId), turns.turnRow);
      return first?.userId === userId ? first : null;
    },
  };
};
