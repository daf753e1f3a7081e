import streams from '@eventstore/db-client/generated/streams_pb.js';
import { TurnlogError } from '../errors.ts';
import type { Context } from './calls.ts';
import { expectedOf } from './proposals.ts';
import { readStreamName } from './wire.ts';
import type { Writer, Writing } from './writer.ts';

const { DeleteResp, TombstoneResp } = streams;

const writingOf = (
  options: streams.DeleteReq.Options | streams.TombstoneReq.Options | undefined,
  { caller }: Context,
): Writing => {
  if (!options) throw new TurnlogError('VALIDATION', 'a stream has to be named');
  return { caller, stream: readStreamName(options.getStreamIdentifier()), expected: expectedOf(options) };
};

/** Streams.Delete. */
export const deleteHandler =
  (writer: Writer) =>
  async (request: streams.DeleteReq, context: Context): Promise<streams.DeleteResp> => {
    const { position } = await writer.remove(writingOf(request.getOptions(), context));
    const at = new DeleteResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position));
    return new DeleteResp().setPosition(at);
  };

/** Streams.Tombstone. */
export const tombstoneHandler =
  (writer: Writer) =>
  async (request: streams.TombstoneReq, context: Context): Promise<streams.TombstoneResp> => {
    const { position } = await writer.tombstone(writingOf(request.getOptions(), context));
    const at = new TombstoneResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position));
    return new TombstoneResp().setPosition(at);
  };
