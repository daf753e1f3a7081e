import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { TurnlogError } from '../errors.ts';
import type { ExpectedRevision } from '../eventstore/event-store.ts';
import { isExpected, MAX_APPEND_BYTES, statusOf } from './errors.ts';
import { streamIdentifier } from './wire.ts';

const wrongVersion = (expected: ExpectedRevision, actual: ExpectedRevision) => {
  const message = new shared.WrongExpectedVersion();
  if (typeof actual === 'number') message.setCurrentStreamRevision(String(actual));
  else message.setCurrentNoStream(new empty.Empty());
  if (typeof expected === 'number') message.setExpectedStreamPosition(String(expected));
  else if (expected === 'no_stream') message.setExpectedNoStream(new empty.Empty());
  else if (expected === 'stream_exists') message.setExpectedStreamExists(new empty.Empty());
  else message.setExpectedAny(new empty.Empty());
  return message;
};

/** What the official clients make their typed errors of. */
const detailOf = (
  { code, message, details }: TurnlogError,
  stream: string,
): [string, { serializeBinary(): Uint8Array }] => {
  const { expected, actual, maxAppendSize } = details;
  if (code === 'REVISION_CONFLICT' && isExpected(expected) && isExpected(actual)) {
    return ['WrongExpectedVersion', wrongVersion(expected, actual)];
  }
  if (code === 'REJECTED') {
    return ['StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream))];
  }
  if (code === 'FORBIDDEN' || code === 'UNAUTHENTICATED') return ['AccessDenied', new shared.AccessDenied()];
  // Of what wasn't answered in time the outcome is unknown, too.
  if (code === 'STORE_UNAVAILABLE') return ['Timeout', new shared.Timeout()];
  if (maxAppendSize !== undefined) {
    return ['MaximumAppendSizeExceeded', new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES)];
  }
  if (code === 'VALIDATION') return ['BadRequest', new shared.BadRequest().setMessage(message)];
  return ['Unknown', new shared.Unknown()];
};

/** An error as BatchAppend tells it: in an answer, since the call goes on. */
export const errorStatus = (error: TurnlogError, stream: string): status.Status => {
  const [name, detail] = detailOf(error, stream);
  const packed = new any.Any();
  packed.pack(detail.serializeBinary(), `event_store.client.${name}`);
  const code: number = statusOf(error).code;
  return new status.Status().setCode(code).setMessage(error.message).setDetails(packed);
};
