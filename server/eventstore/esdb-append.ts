import { type EventStoreDBClient, StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import { asPosition, asRevision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';
import { asUnavailable, openBackOff } from './esdb-connection.ts';
import { eventData } from './esdb-events.ts';
import type { AppendOptions, AppendResult, ExpectedRevision, NewEvent } from './event-store.ts';

/** What EventStoreDB takes in one append by default. */
const MAX_APPEND_BYTES = 1024 * 1024;
const ATTEMPTS = 6;

const expectedOf = (expected: ExpectedRevision) => (typeof expected === 'number' ? BigInt(expected) : expected);
const actualOf = (actual: unknown) => (typeof actual === 'bigint' ? Number(actual) : 'no_stream');

const explain = (error: unknown, stream: string, expected: ExpectedRevision): unknown => {
  if (error instanceof WrongExpectedVersionError) {
    const actual = actualOf(error.actualVersion);
    const message = `${stream} is at ${actual}, not at ${expected}`;
    return new TurnlogError('REVISION_CONFLICT', message, { details: { expected, actual } });
  }
  if (error instanceof StreamDeletedError) return new TurnlogError('REJECTED', `${stream} was closed`);
  return asUnavailable(error);
};

/** Appends of one stream go one after the other, since the server takes several at once in any order. */
export const openEsdbAppends = (client: EventStoreDBClient, sleep: Time['sleep'], signal: AbortSignal) => {
  const lines = new Map<string, Promise<unknown>>();
  let closed = false;

  const send = async (stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> => {
    const { expectedRevision } = options;
    if (options.closes) throw new TurnlogError('VALIDATION', 'streams are closed in an SQL store alone');
    const sized = events.map((event) => eventData(event, options));
    if (sized.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_APPEND_BYTES) {
      throw new TurnlogError('VALIDATION', `an append holds at most ${MAX_APPEND_BYTES} bytes here`);
    }
    const backOff = openBackOff(sleep, signal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const data = sized.map((one) => one.data);
        const { nextExpectedRevision, position } = await client.appendToStream(stream, data, {
          expectedRevision: expectedOf(expectedRevision),
        });
        return {
          revision: asRevision(Number(nextExpectedRevision)),
          position: asPosition(position?.commit ?? 0n),
        };
      } catch (error) {
        const explained = explain(error, stream, expectedRevision);
        const retryable = explained instanceof TurnlogError && explained.retryable;
        if (!retryable || attempt === ATTEMPTS || signal.aborted) throw explained;
        await backOff.wait();
      }
    }
  };

  return {
    async append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> {
      if (closed) throw new TurnlogError('STORE_UNAVAILABLE', 'the event store is closed');
      if (events.length === 0) throw new TurnlogError('VALIDATION', 'an append holds at least one event');
      const before = lines.get(stream) ?? Promise.resolve();
      const answer = before.then(() => send(stream, events, options));
      const line = answer.catch(() => undefined).finally(() => lines.get(stream) === line && lines.delete(stream));
      lines.set(stream, line);
      return answer;
    },
    /** Takes nothing more; resolves once everything appended so far is answered. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all(lines.values());
    },
  };
};
