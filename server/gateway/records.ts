import jspb from 'google-protobuf';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import type { Payload } from '../eventstore/payload.ts';
import { uuidMessage } from './wire.ts';

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

/** `link` stands beside what it points to; `event` is missing where nothing is there any more. */
export type Resolved = { readonly event?: RecordedEvent | undefined; readonly link?: RecordedEvent };

// This is what a gateway does most: a message object for each part would cost it several times as much. The numbers are
// those of streams.proto and shared.proto.

const writeEntry = ([key, value]: readonly [string, string], writer: jspb.BinaryWriter): void => {
  writer.writeString(1, key);
  writer.writeString(2, value);
};

const writeId = (id: string, { structuredIds }: Shape, writer: jspb.BinaryWriter): void => {
  if (structuredIds) writer.writeBytes(1, uuidMessage(id, { structured: true }).serializeBinary());
  else writer.writeMessage(1, id, (text: string) => writer.writeString(2, text));
};

const writeRecord = (event: RecordedEvent, shape: Shape, writer: jspb.BinaryWriter): void => {
  const { json, data, metadata } = payloadOf(event);
  const position = Number(event.position);
  writeId(event.id, shape, writer);
  writer.writeMessage(2, event.stream.name, (name: string) => writer.writeBytes(3, Buffer.from(name, 'utf8')));
  writer.writeUint64(3, event.revision);
  writer.writeUint64(4, position);
  writer.writeUint64(5, position);
  writer.writeMessage(6, ['type', event.type], writeEntry);
  writer.writeMessage(6, ['content-type', json ? 'application/json' : 'application/octet-stream'], writeEntry);
  const created = String(BigInt(event.recordedAt.getTime()) * TICKS_PER_MS);
  writer.writeMessage(6, ['created', created], writeEntry);
  if (metadata.byteLength > 0) writer.writeBytes(7, metadata);
  if (data.byteLength > 0) writer.writeBytes(8, data);
};

/** `ReadResp` with an event, encoded. */
export const eventMessage = (resolved: Resolved, shape: Shape): Uint8Array => {
  const writer = new jspb.BinaryWriter();
  const write = (event: RecordedEvent) => writeRecord(event, shape, writer);
  writer.writeMessage(1, resolved, ({ event, link }: Resolved) => {
    if (event) writer.writeMessage(1, event, write);
    if (link) writer.writeMessage(2, link, write);
    const position = (link ?? event)?.position;
    if (position !== undefined) writer.writeUint64(3, Number(position));
  });
  return writer.getResultBuffer();
};
