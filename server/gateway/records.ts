import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import type { Payload } from '../eventstore/payload.ts';
import { streamIdentifier, uuidMessage } from './wire.ts';

const { ReadEvent } = streams.ReadResp;
const TICKS_PER_MS = 10_000n;
const NOTHING = new Uint8Array();

/** Turnlog's own events are JSON; what others wrote goes out as it came. */
export const payloadOf = ({ data, metadata, payload }: RecordedEvent): Payload =>
  payload ?? {
    json: true,
    data: Buffer.from(JSON.stringify(data)),
    metadata: metadata ? Buffer.from(JSON.stringify(metadata)) : NOTHING,
  };

type Shape = { readonly structuredIds: boolean };

const recordMessage = (event: RecordedEvent, { structuredIds }: Shape) => {
  const { json, data, metadata } = payloadOf(event);
  const message = new ReadEvent.RecordedEvent()
    .setId(uuidMessage(event.id, { structured: structuredIds }))
    .setStreamIdentifier(streamIdentifier(event.stream.name))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(data)
    .setCustomMetadata(metadata);
  message
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', json ? 'application/json' : 'application/octet-stream')
    .set('created', String(BigInt(event.recordedAt.getTime()) * TICKS_PER_MS));
  return message;
};

/** `link` stands beside what it points to; `event` is missing where nothing is there any more. */
export type Resolved = { readonly event?: RecordedEvent | undefined; readonly link?: RecordedEvent };

export const eventMessage = ({ event, link }: Resolved, shape: Shape): Uint8Array => {
  const message = new ReadEvent();
  if (event) message.setEvent(recordMessage(event, shape));
  if (link) message.setLink(recordMessage(link, shape));
  const position = (link ?? event)?.position;
  if (position !== undefined) message.setCommitPosition(String(position));
  return new streams.ReadResp().setEvent(message).serializeBinary();
};
