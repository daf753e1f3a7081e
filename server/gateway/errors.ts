import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type ErrorCode, TurnlogError } from '../errors.ts';
import type { ExpectedRevision } from '../eventstore/event-store.ts';

/** The most that one append holds, in bytes of data and metadata: what EventStoreDB takes by default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** EventStoreDB's numbers for what is no revision. */
const versions = { no_stream: -1, any: -2, stream_exists: -4 } as const;
const versionOf = (expected: ExpectedRevision): number =>
  typeof expected === 'string' ? versions[expected] : expected;

export const wrongExpectedVersion = (
  stream: string,
  expected: ExpectedRevision,
  actual: ExpectedRevision,
): TurnlogError =>
  new TurnlogError('REVISION_CONFLICT', `stream ${stream} is at ${actual}, not at ${expected}`, {
    details: { stream, expected, actual },
  });

export const streamDeleted = (stream: string): TurnlogError =>
  new TurnlogError('REJECTED', `stream ${stream} is deleted`, { details: { stream } });

export const appendTooLarge = (): TurnlogError =>
  new TurnlogError('VALIDATION', `an append holds at most ${MAX_APPEND_BYTES} bytes`, {
    details: { maxAppendSize: MAX_APPEND_BYTES },
  });

const statuses: Record<ErrorCode, status> = {
  VALIDATION: status.INVALID_ARGUMENT,
  UNAUTHENTICATED: status.UNAUTHENTICATED,
  FORBIDDEN: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  REJECTED: status.FAILED_PRECONDITION,
  REVISION_CONFLICT: status.FAILED_PRECONDITION,
  RATE_LIMITED: status.RESOURCE_EXHAUSTED,
  PROJECTION_BEHIND: status.UNAVAILABLE,
  PROVIDER_FAILED: status.UNAVAILABLE,
  STORE_UNAVAILABLE: status.UNAVAILABLE,
  UNEXPECTED: status.UNKNOWN,
};

export const isExpected = (value: unknown): value is ExpectedRevision =>
  typeof value === 'number' || value === 'no_stream' || value === 'any' || value === 'stream_exists';

/** What the official clients read their typed errors from. */
const trailersOf = ({ code, details }: TurnlogError): Record<string, string> => {
  const { stream, expected, actual, maxAppendSize } = details;
  if (code === 'FORBIDDEN') return { exception: 'access-denied' };
  if (maxAppendSize !== undefined) {
    return { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(maxAppendSize) };
  }
  if (typeof stream !== 'string') return {};
  if (code === 'REJECTED') return { exception: 'stream-deleted', 'stream-name': stream };
  if (code !== 'REVISION_CONFLICT' || !isExpected(expected) || !isExpected(actual)) return {};
  return {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(versionOf(expected)),
    // A missing stream is told by a missing trailer.
    ...(actual !== 'no_stream' && { 'actual-version': String(versionOf(actual)) }),
  };
};

/** Trailers hold printable ASCII. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]+/gu, (part) => encodeURIComponent(part));

export const asTurnlogError = (error: unknown): TurnlogError =>
  error instanceof TurnlogError
    ? error
    : new TurnlogError('UNEXPECTED', 'something unexpected happened', { cause: error });

export const statusOf = (error: TurnlogError): Pick<ServiceError, 'code' | 'details' | 'metadata'> => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailersOf(error))) metadata.set(name, printable(value));
  return { code: statuses[error.code], details: error.message, metadata };
};
