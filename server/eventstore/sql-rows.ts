import { asPosition, asRevision, type Position, type Revision } from '../../schema/order.ts';
import type { Row, SqlRunner } from '../sql/sql.ts';
import type { Direction, Filter, RecordedEvent, Stream } from './event-store.ts';
import { PAGE_BYTES, type Page } from './pages.ts';
import { decodePayload } from './payload.ts';

type EventRow = Row & {
  position: bigint;
  recorded_at: Date;
  revision: number;
  id: string;
  type: string;
  data: object;
  metadata: object | null;
  payload: Uint8Array | null;
  fills: boolean;
};
type StreamRow = Row & { name: string; category: string; user_id: string | null; conversation_id: string | null };

const streamOf = (row: StreamRow): Stream => ({
  name: row.name,
  category: row.category,
  userId: row.user_id,
  conversationId: row.conversation_id,
});

const eventOf = (row: EventRow, stream: Stream): RecordedEvent => ({
  id: row.id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream,
  revision: asRevision(row.revision),
  position: asPosition(row.position),
  recordedAt: row.recorded_at,
  ...(row.payload && { payload: decodePayload(row.payload) }),
});

const columns = 'e.position, e.recorded_at, e.revision, e.id, e.type, e.data, e.metadata, e.payload';

/** A compressed value larger than this in the database counts as the largest there can be: unpacking it takes too long. */
const UNPACKED_BYTES = 32 * 1024;
const MAX_VALUE_BYTES = 256 * 1024;
/** What an object takes in memory. With nothing added to it, it is what it was, unpacked but not written out. */
const weightOf = (value: string) =>
  `case when pg_column_compression(${value}) is null then coalesce(pg_column_size(${value}), 0)
    when pg_column_size(${value}) > ${UNPACKED_BYTES} then ${MAX_VALUE_BYTES}
    else pg_column_size(${value} || '{}') end`;
const weight = `${weightOf('e.data')} + ${weightOf('e.metadata')} + coalesce(octet_length(e.payload), 0) as weight`;

/** Of `events`, which come in their order with their weight: those that fill a page; `fills` says of the last if it does. */
const fill = (events: string, order: string) =>
  `select *, sum(weight) over (order by ${order} rows unbounded preceding) - weight as before from (${events}) e`;
const fits = `e.before < ${PAGE_BYTES}`;
const fills = `e.before + e.weight >= ${PAGE_BYTES} as fills`;
const streamColumns = ['name', 'category', 'user_id', 'conversation_id'];
const streamOfEach = (of: string) => streamColumns.map((column) => `${of}.${column}`).join(', ');
/** Where all rows are of one stream, the first tells it. */
const streamOfFirst = streamColumns
  .map((column) => `case when e.before = 0 then s.${column} end as ${column}`)
  .join(', ');

const pageOf = <R extends EventRow>(rows: readonly R[], limit: number, toEvent: (row: R) => RecordedEvent): Page => ({
  events: rows.map(toEvent),
  more: rows.length === limit || rows.at(-1)?.fills === true,
});

export const readHead = async (sql: SqlRunner): Promise<{ id: string; position: Position }> => {
  const [row] = await sql.query<{ id: string; position: bigint }>('select id, position from store');
  if (!row) throw new Error('the table store has lost its row');
  return { id: row.id, position: asPosition(row.position) };
};

type StreamPage = { stream: string; from: Revision; direction: Direction; limit: number };

/** One page of a stream, from `from` on (inclusive) in the direction. */
export const readStreamPage = async (sql: SqlRunner, { stream, from, direction, limit }: StreamPage): Promise<Page> => {
  const order = direction === 'forwards' ? 'asc' : 'desc';
  // The limit stands inside, where the index's order is known: else the rest of the stream is read and sorted each time.
  const events = `select ${columns}, ${weight} from events e
       where e.stream_id = s.id and e.revision ${direction === 'forwards' ? '>=' : '<='} $2
       order by e.revision ${order} limit $3`;
  const text = `select ${streamOfFirst}, ${columns}, ${fills}
    from streams s, lateral (${fill(events, `revision ${order}`)}) e
    where s.name = $1 and ${fits} order by e.revision ${order}`;
  const rows = await sql.query<EventRow & StreamRow>(text, [stream, from, limit]);
  const [first] = rows;
  if (!first) return { events: [], more: false };
  const shared = streamOf(first);
  return pageOf(rows, limit, (row) => eventOf(row, shared));
};

type AllPage = { from: Position; to?: Position; direction: Direction; limit: number; filter: Filter | undefined };

/** One page of the whole log, from `from` on in the direction, `to` at the farthest (both inclusive). */
export const readAllPage = async (sql: SqlRunner, { from, to, direction, limit, filter }: AllPage): Promise<Page> => {
  const order = `position ${direction === 'forwards' ? 'asc' : 'desc'}`;
  const values: unknown[] = [from, limit];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [`e.position ${direction === 'forwards' ? '>=' : '<='} $1`];
  if (to !== undefined) conditions.push(`e.position ${direction === 'forwards' ? '<=' : '>='} ${value(to)}`);
  if (filter?.categories) conditions.push(`s.category = any (${value(filter.categories)})`);
  if (filter?.types) conditions.push(`e.type = any (${value(filter.types)})`);
  if (filter?.userId) conditions.push(`s.user_id = ${value(filter.userId)}`);
  if (filter?.conversationId) conditions.push(`s.conversation_id = ${value(filter.conversationId)}`);
  const events = `select ${streamOfEach('s')}, ${columns}, ${weight}
    from events e join streams s on s.id = e.stream_id
    where ${conditions.join(' and ')}
    order by e.${order} limit $2`;
  const text = `select ${streamOfEach('e')}, ${columns}, ${fills} from (${fill(events, order)}) e
    where ${fits} order by e.${order}`;
  const streams = new Map<string, Stream>();
  return pageOf(await sql.query<EventRow & StreamRow>(text, values), limit, (row) => {
    const stream = streams.get(row.name) ?? streamOf(row);
    streams.set(row.name, stream);
    return eventOf(row, stream);
  });
};
