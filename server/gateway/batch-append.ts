import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { TurnlogError } from '../errors.ts';
import type { AppendResult, ExpectedRevision } from '../eventstore/event-store.ts';
import type { Cancel, Time } from '../time.ts';
import { errorStatus } from './batch-status.ts';
import type { Context, Send } from './calls.ts';
import { appendTooLarge, asTurnlogError, MAX_APPEND_BYTES } from './errors.ts';
import { newEventOf, revisionOf, sizeOf } from './proposals.ts';
import { readStreamName, readUuid, uuidMessage } from './wire.ts';
import type { Writer } from './writer.ts';

const { BatchAppendResp } = streams;
type Options = streams.BatchAppendReq.Options;

/** So much of one connection is kept in memory, whether its last chunk has come or the store's answer hasn't. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** What an event weighs besides its bytes. */
const EVENT_BYTES = 200;
/** What an append weighs besides its events: its turn, its timer, its answer. */
const APPEND_BYTES = 4 * 1024;

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

/** What a timer takes at most; deadlines past it are for ever. */
const LONGEST_MS = 2 ** 31 - 1;

/** Ends when the caller waits no more; `clear` when he has his answer. */
const openDeadline = (at: Date | undefined, { now, later }: Pick<Time, 'now' | 'later'>) => {
  const left = at ? at.getTime() - now().getTime() : LONGEST_MS;
  const passed = () => new TurnlogError('STORE_UNAVAILABLE', 'the deadline has passed');
  let cancel: Cancel = () => undefined;
  let isPast = left < 0;
  const ended = new Promise<never>((_, reject) => {
    const end = () => {
      isPast = true;
      reject(passed());
    };
    if (isPast) end();
    else if (left < LONGEST_MS) cancel = later(left, end);
  });
  ended.catch(() => undefined);
  return {
    ended,
    /** @throws TurnlogError STORE_UNAVAILABLE */
    check: () => {
      if (isPast) throw passed();
    },
    clear: () => cancel(),
  };
};

type BatchDeps = Pick<Time, 'now' | 'later'> & { writer: Pick<Writer, 'append'> };

/** Streams.BatchAppend: one long-lived call for many appends, each in chunks, told apart by their correlation ids. */
export const batchAppendHandler =
  ({ writer, ...time }: BatchDeps) =>
  async (
    requests: AsyncIterable<streams.BatchAppendReq>,
    send: Send<streams.BatchAppendResp>,
    { caller, signal }: Context,
  ): Promise<void> => {
    const opened = new Map<string, Open>();
    const answering = new Set<Promise<void>>();
    let held = 0;
    /** The append before stands in the store's line, or never will. */
    let begun: Promise<unknown> = Promise.resolve();

    const begin = async ({ options, bytes, proposals }: Open, stream: string) => {
      if (bytes > MAX_APPEND_BYTES) throw appendTooLarge();
      const events = proposals.map((proposal) => newEventOf(stream, proposal));
      return writer.append({ caller, stream, expected: expectedOf(options), events });
    };

    const answer = async (correlationId: string, open: Open) => {
      const { options } = open;
      const response = new BatchAppendResp().setCorrelationId(uuidMessage(correlationId));
      response.setStreamIdentifier(options.getStreamIdentifier());
      const deadline = openDeadline(options.getDeadline()?.toDate(), time);
      let stream = '';
      const inTurn = begun.then(() => {
        stream = readStreamName(options.getStreamIdentifier());
        signal.throwIfAborted();
        deadline.check();
        return begin(open, stream);
      });
      begun = inTurn.catch(() => undefined);
      const appended = inTurn.then(({ answered }) => answered);
      try {
        response.setSuccess(success(await Promise.race([appended, deadline.ended])));
      } catch (error) {
        response.setError(errorStatus(asTurnlogError(error), stream));
      } finally {
        deadline.clear();
      }
      await send(response);
      // Past its deadline it is still in memory.
      await appended.catch(() => undefined);
    };

    for await (const request of requests) {
      signal.throwIfAborted();
      const correlationId = readUuid(request.getCorrelationId());
      const options = request.getOptions();
      const known = opened.get(correlationId);
      const open = known ?? (options && { options, proposals: [], bytes: 0, held: APPEND_BYTES });
      if (!open) throw new TurnlogError('VALIDATION', 'the first chunk of an append has its options');
      held -= known?.held ?? 0;
      collect(open, request);
      held += open.held;
      if (request.getIsFinal()) {
        opened.delete(correlationId);
        const answered = answer(correlationId, open).finally(() => {
          held -= open.held;
          answering.delete(answered);
        });
        answering.add(answered);
        answered.catch(() => undefined);
      } else {
        opened.set(correlationId, open);
      }
      while (held > MAX_HELD_BYTES && answering.size > 0) await Promise.race(answering);
      if (held > MAX_HELD_BYTES) throw new TurnlogError('RATE_LIMITED', 'too many appends are open at once');
    }
    await Promise.all(answering);
  };
