import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { TurnlogError } from '../errors.ts';
import type { AppendResult, ExpectedRevision } from '../eventstore/event-store.ts';
import type { Context, Send } from './calls.ts';
import { appendTooLarge, asTurnlogError, isExpected, MAX_APPEND_BYTES, statusOf } from './errors.ts';
import { newEventOf, revisionOf, sizeOf } from './proposals.ts';
import { readStreamName, readUuid, streamIdentifier, uuidMessage } from './wire.ts';
import type { Writer } from './writer.ts';

const { BatchAppendResp } = streams;
type Options = streams.BatchAppendReq.Options;

/** So much of one connection is kept in memory, whether its last chunk has come or the store's answer hasn't. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** What an event weighs besides its bytes. */
const EVENT_BYTES = 200;

/** An append whose chunks are still coming. */
type Open = {
  readonly options: Options;
  proposals: streams.BatchAppendReq.ProposedMessage[];
  /** Of data and metadata. */
  bytes: number;
  held: number;
};

const expectedOf = (options: Options): ExpectedRevision => {
  if (options.hasStreamPosition()) return revisionOf(options.getStreamPosition());
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
};

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
  const { expected, actual, maxAppendSize, deadline } = details;
  if (code === 'REVISION_CONFLICT' && isExpected(expected) && isExpected(actual)) {
    return ['WrongExpectedVersion', wrongVersion(expected, actual)];
  }
  if (code === 'REJECTED') {
    return ['StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream))];
  }
  if (code === 'FORBIDDEN' || code === 'UNAUTHENTICATED') return ['AccessDenied', new shared.AccessDenied()];
  if (deadline !== undefined) return ['Timeout', new shared.Timeout()];
  if (maxAppendSize !== undefined) {
    return ['MaximumAppendSizeExceeded', new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES)];
  }
  if (code === 'VALIDATION') return ['BadRequest', new shared.BadRequest().setMessage(message)];
  return ['Unknown', new shared.Unknown()];
};

const errorStatus = (error: TurnlogError, stream: string): status.Status => {
  const [name, detail] = detailOf(error, stream);
  const packed = new any.Any();
  packed.pack(detail.serializeBinary(), `event_store.client.${name}`);
  const code: number = statusOf(error).code;
  return new status.Status().setCode(code).setMessage(error.message).setDetails(packed);
};

const success = ({ revision, position }: AppendResult) =>
  new BatchAppendResp.Success()
    .setCurrentRevision(String(revision))
    .setPosition(
      new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position)),
    );

const collect = (open: Open, request: streams.BatchAppendReq): void => {
  for (const proposal of request.getProposedMessagesList()) {
    if (open.bytes > MAX_APPEND_BYTES) return;
    open.bytes += sizeOf(proposal);
    open.held += sizeOf(proposal) + EVENT_BYTES;
    if (open.bytes > MAX_APPEND_BYTES) open.proposals = [];
    else open.proposals.push(proposal);
  }
};

type BatchDeps = { writer: Writer; now: () => Date };

/** Streams.BatchAppend: one long-lived call for many appends, each in chunks, told apart by their correlation ids. */
export const batchAppendHandler =
  ({ writer, now }: BatchDeps) =>
  async (
    requests: AsyncIterable<streams.BatchAppendReq>,
    send: Send<streams.BatchAppendResp>,
    { caller }: Context,
  ): Promise<void> => {
    const opened = new Map<string, Open>();
    const answering = new Set<Promise<void>>();
    let held = 0;

    const finish = async (correlationId: string, open: Open) => {
      const { options, bytes, proposals } = open;
      const response = new BatchAppendResp().setCorrelationId(uuidMessage(correlationId));
      let stream = '';
      const refuse = (error: unknown) => send(response.setError(errorStatus(asTurnlogError(error), stream)));
      response.setStreamIdentifier(options.getStreamIdentifier());
      try {
        stream = readStreamName(options.getStreamIdentifier());
        const deadline = options.getDeadline()?.toDate();
        if (deadline && deadline.getTime() < now().getTime()) {
          throw new TurnlogError('STORE_UNAVAILABLE', 'the deadline has passed', { details: { deadline } });
        }
        if (bytes > MAX_APPEND_BYTES) throw appendTooLarge();
        const events = proposals.map((proposal) => newEventOf(stream, proposal));
        const { answered } = await writer.append({ caller, stream, expected: expectedOf(options), events });
        return { sent: answered.then((result) => send(response.setSuccess(success(result)))).catch(refuse) };
      } catch (error) {
        return { sent: refuse(error) };
      }
    };

    for await (const request of requests) {
      const correlationId = readUuid(request.getCorrelationId());
      const options = request.getOptions();
      const open = opened.get(correlationId) ?? (options && { options, proposals: [], bytes: 0, held: 0 });
      if (!open) throw new TurnlogError('VALIDATION', 'the first chunk of an append has its options');
      held -= open.held;
      collect(open, request);
      held += open.held;
      if (request.getIsFinal()) {
        opened.delete(correlationId);
        const { sent } = await finish(correlationId, open);
        const answer = sent.finally(() => {
          held -= open.held;
          answering.delete(answer);
        });
        answering.add(answer);
        answer.catch(() => undefined);
      } else {
        opened.set(correlationId, open);
      }
      while (held > MAX_HELD_BYTES && answering.size > 0) await Promise.race(answering);
      if (held > MAX_HELD_BYTES) throw new TurnlogError('RATE_LIMITED', 'too many appends are open at once');
    }
    await Promise.all(answering);
  };
