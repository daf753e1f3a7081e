import { z } from 'zod';
import { asPosition, asRevision } from '../../schema/order.ts';
import { categoryOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { Flush, PendingAppend } from './append-queue.ts';
import type { ExpectedRevision, RecordedEvent, Stream } from './event-store.ts';

const RETRIES = 4;
const RETRY_MS = 50;

const answerSchema = z.object({
  base: z.int(),
  recordedAt: z.string(),
  verdicts: z.array(z.enum(['appended', 'repeated', 'conflict', 'closed'])),
  revisions: z.array(z.int()),
  positions: z.array(z.int()),
  users: z.array(z.string().nullable()),
  conversations: z.array(z.string().nullable()),
});
type Answer = z.infer<typeof answerSchema>;

const codes = { no_stream: -1, any: -2, stream_exists: -3 } as const;
const codeOf = (expected: ExpectedRevision): number => (typeof expected === 'string' ? codes[expected] : expected);

const STATEMENT = `select append_events($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::text[],
  $7::text[], $8::uuid[], $9::text[], $10::jsonb, $11::jsonb, $12::text, $13::boolean[], $14::text[]) as answer`;

const statementValues = (
  appends: readonly PendingAppend[],
  streams: ReadonlyMap<string, number>,
  origin: string,
): unknown[] => {
  const events = appends.flatMap((append) => append.events);
  const payloads = appends.flatMap((append) => append.payloads);
  return [
    [...streams.keys()],
    [...streams.keys()].map(categoryOf),
    appends.map((append) => streams.get(append.stream)),
    appends.map((append) => codeOf(append.options.expectedRevision)),
    appends.map((append) => append.events.length),
    appends.map((append) => append.options.owner?.userId ?? null),
    appends.map((append) => append.options.owner?.conversationId ?? null),
    events.map((event) => event.id),
    events.map((event) => event.type),
    `[${appends.map((append) => append.data.join(',')).join(',')}]`,
    `[${appends.map((append) => append.metadata.join(',')).join(',')}]`,
    origin,
    appends.some(({ options }) => options.closes) ? appends.map(({ options }) => options.closes === true) : null,
    payloads.some((payload) => payload !== null) ? payloads : null,
  ];
};

const recorded = (append: PendingAppend, stream: Stream, lastRevision: number, lastPosition: number, at: Date) =>
  append.events.map((event, index): RecordedEvent => {
    const back = append.events.length - 1 - index;
    return {
      id: event.id,
      type: event.type,
      data: event.data,
      metadata: event.metadata ?? null,
      stream,
      revision: asRevision(lastRevision - back),
      position: asPosition(BigInt(lastPosition - back)),
      recordedAt: at,
      ...(event.payload && { payload: event.payload }),
    };
  });

/** Settles each append by its own verdict and returns what is new in the log, in position order. */
const settle = (appends: readonly PendingAppend[], streams: ReadonlyMap<string, number>, answer: Answer) => {
  const at = new Date(answer.recordedAt);
  const shared = new Map<string, Stream>();
  for (const [name, number] of streams) {
    const [userId = null, conversationId = null] = [answer.users[number - 1], answer.conversations[number - 1]];
    shared.set(name, { name, category: categoryOf(name), userId, conversationId });
  }
  const fresh: RecordedEvent[] = [];
  const settlements: (() => void)[] = [];
  appends.forEach((append, index) => {
    const [revision = 0, position = 0] = [answer.revisions[index], answer.positions[index]];
    const stream = shared.get(append.stream);
    if (answer.verdicts[index] === 'conflict') {
      const actual = revision < 0 ? 'no_stream' : revision;
      const expected = append.options.expectedRevision;
      const message = `${append.stream} is at ${actual}, not at ${expected}`;
      const error = new TurnlogError('REVISION_CONFLICT', message, { details: { expected, actual } });
      settlements.push(() => append.reject(error));
      return;
    }
    if (answer.verdicts[index] === 'closed') {
      settlements.push(() => append.reject(new TurnlogError('REJECTED', `${append.stream} was closed`)));
      return;
    }
    if (answer.verdicts[index] === 'appended' && stream)
      fresh.push(...recorded(append, stream, revision, position, at));
    settlements.push(() => append.resolve({ revision: asRevision(revision), position: asPosition(BigInt(position)) }));
  });
  return {
    fresh,
    settleAll: () => {
      for (const settlement of settlements) settlement();
    },
  };
};

type FlushOptions = Pick<Time, 'sleep'> & {
  sql: Sql;
  /** Names this process in the notice that a flush sends, so that it needn't hear its own. */
  origin: string;
  onCommitted: (events: readonly RecordedEvent[]) => void;
  /** An earlier flush was committed though its answer was lost: the tail has not heard of it. */
  onRepeated: () => void;
};

const isRetryable = (error: unknown) => error instanceof TurnlogError && error.retryable;

/** SQLSTATE class 22: a value that the database cannot hold, such as U+0000 or an id that is no UUID. */
const asInvalid = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
    ? new TurnlogError('VALIDATION', 'an event holds what cannot be stored', { cause: error })
    : error;

/**
 * Flushes appends by one call of `append_events`. A commit whose answer was lost is retried with the same ids; after a
 * data error the appends are tried one by one, so that a bad one fails alone.
 */
export const openSqlFlush = ({ sql, origin, onCommitted, onRepeated, sleep }: FlushOptions): Flush => {
  const call = async (appends: readonly PendingAppend[]): Promise<void> => {
    const streams = new Map<string, number>();
    for (const { stream } of appends) if (!streams.has(stream)) streams.set(stream, streams.size + 1);
    const [row] = await sql.query<{ answer: unknown }>(STATEMENT, statementValues(appends, streams, origin));
    const answer = answerSchema.parse(row?.answer);
    const { fresh, settleAll } = settle(appends, streams, answer);
    onCommitted(fresh);
    if (answer.verdicts.includes('repeated')) onRepeated();
    settleAll();
  };

  const withRetries = async (appends: readonly PendingAppend[]): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call(appends);
      } catch (error) {
        if (!isRetryable(error) || attempt === RETRIES) throw error;
        await sleep(RETRY_MS * 2 ** attempt);
      }
    }
  };

  return async (appends) => {
    try {
      await withRetries(appends);
    } catch (error) {
      if (isRetryable(error)) throw error;
      for (const append of appends) await withRetries([append]).catch((alone) => append.reject(asInvalid(alone)));
    }
  };
};
