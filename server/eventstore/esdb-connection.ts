import type { Readable } from 'node:stream';
import {
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  isCommandError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import { TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const DISPOSE_MS = 500;

/** With it off, this version of the client answers a wrong revision. */
const withFailures = (url: string): string => {
  const [address = '', query = ''] = url.split('?', 2);
  const parameters = query.split('&').filter((part) => part !== '' && !/^throwOnAppendFailure=/i.test(part));
  return `${address}?${[...parameters, 'throwOnAppendFailure=true'].join('&')}`;
};

export const connect = (url: string): EventStoreDBClient => EventStoreDBClient.connectionString(withFailures(url));

/** It waits for streams that may never tell that they ended. */
export const dispose = async (client: EventStoreDBClient, sleep: Time['sleep']): Promise<void> => {
  await Promise.race([client.dispose(), sleep(DISPOSE_MS)]);
};

/**
 * Whoever leaves an answer early would else keep it, and with it a share of the connection: it is called off, and what has
 * come is let go.
 */
export const leave = async (answer: Readable, callOff: () => Promise<void>): Promise<void> => {
  if (answer.readableEnded || answer.errored) return;
  answer.on('error', () => undefined);
  // Of a server that was not found there is none.
  await callOff().catch(() => undefined);
  answer.resume();
};

/** A node restarts, the leader changes, the network fails: another attempt may be answered. */
const isPassing = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof CancelledError ||
  error instanceof DeadlineExceededError ||
  error instanceof TimeoutError ||
  error instanceof NotLeaderError ||
  // What the client says of a cluster that it cannot find is a plain error.
  (error instanceof Error && !isCommandError(error) && /discover|UNAVAILABLE|CANCELLED|closed/i.test(error.message));

export const asUnavailable = (error: unknown): unknown =>
  isPassing(error)
    ? new TurnlogError('STORE_UNAVAILABLE', 'the event store cannot be reached', { retryable: true, cause: error })
    : error;

/** Pauses that grow up to two seconds; begin anew after a success. */
export const openBackOff = (sleep: Time['sleep'], signal: AbortSignal) => {
  let pause = FIRST_PAUSE_MS;
  return {
    succeeded: () => {
      pause = FIRST_PAUSE_MS;
    },
    async wait(): Promise<void> {
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    },
  };
};
