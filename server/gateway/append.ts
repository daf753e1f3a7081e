import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { TurnlogError } from '../errors.ts';
import type { AppendResult, ExpectedRevision } from '../eventstore/event-store.ts';
import type { Context } from './calls.ts';
import { appendTooLarge, isExpected, MAX_APPEND_BYTES } from './errors.ts';
import { expectedOf, newEventOf, sizeOf } from './proposals.ts';
import { readStreamName } from './wire.ts';
import type { Writer } from './writer.ts';

const { AppendResp } = streams;

const success = ({ revision, position }: AppendResult) =>
  new AppendResp().setSuccess(
    new AppendResp.Success()
      .setCurrentRevision(String(revision))
      .setPosition(new AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position))),
  );

/** Told in the body, where the other calls tell it by trailers. */
const wrongVersion = (expected: ExpectedRevision, actual: ExpectedRevision) => {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (typeof actual === 'number') wrong.setCurrentRevision(String(actual));
  else wrong.setCurrentNoStream(new shared.Empty());
  if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedAny(new shared.Empty());
  return new AppendResp().setWrongExpectedVersion(wrong);
};

/** The options, and what is proposed while it fits; the rest is read and let go, so that the writer hears the answer. */
const readProposals = async (requests: AsyncIterable<streams.AppendReq>) => {
  let options: streams.AppendReq.Options | undefined;
  let proposals: streams.AppendReq.ProposedMessage[] = [];
  let bytes = 0;
  for await (const request of requests) {
    options ??= request.getOptions();
    const proposal = request.getProposedMessage();
    if (!proposal || bytes > MAX_APPEND_BYTES) continue;
    bytes += sizeOf(proposal);
    if (bytes > MAX_APPEND_BYTES) proposals = [];
    else proposals.push(proposal);
  }
  if (bytes > MAX_APPEND_BYTES) throw appendTooLarge();
  if (!options) throw new TurnlogError('VALIDATION', 'an append begins with its options');
  return { options, proposals };
};

/** Streams.Append: the options, then one message an event. */
export const appendHandler =
  (writer: Writer) =>
  async (requests: AsyncIterable<streams.AppendReq>, { caller }: Context): Promise<streams.AppendResp> => {
    const { options, proposals } = await readProposals(requests);
    const stream = readStreamName(options.getStreamIdentifier());
    const events = proposals.map((proposal) => newEventOf(stream, proposal));
    try {
      const { answered } = await writer.append({ caller, stream, expected: expectedOf(options), events });
      return success(await answered);
    } catch (error) {
      if (!(error instanceof TurnlogError) || error.code !== 'REVISION_CONFLICT') throw error;
      const { expected, actual } = error.details;
      if (!isExpected(expected) || !isExpected(actual)) throw error;
      return wrongVersion(expected, actual);
    }
  };
