import { binaryEvent, type EventData, jsonEvent, type RecordedEvent as Received } from '@eventstore/db-client';
import { z } from 'zod';
import { asPosition, asRevision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import { serialise } from './append-queue.ts';
import type { AppendOptions, NewEvent, RecordedEvent, Stream } from './event-store.ts';

/** Whose a stream is stands in the metadata of its first event. */
const OWNER = '$owner';
const owner = z.object({ userId: z.string().optional(), conversationId: z.string().optional() });
const withOwner = z.object({ [OWNER]: owner }).transform((metadata) => metadata[OWNER]);
const uuid = z.guid();
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** @throws TurnlogError VALIDATION: an id that is no UUID, or more than an event holds */
export const eventData = (event: NewEvent, { owner: owned }: AppendOptions): { data: EventData; bytes: number } => {
  if (!uuid.safeParse(event.id).success) {
    throw new TurnlogError('VALIDATION', 'an event has a UUID', { details: { type: event.type } });
  }
  const { id, type, payload } = event;
  if (payload) {
    const data = binaryEvent({ id, type, data: payload.data, metadata: payload.metadata });
    return { data, bytes: payload.data.byteLength + payload.metadata.byteLength };
  }
  const texts = [serialise(event.data, event), serialise(event.metadata ?? null, event)];
  const metadata = { ...event.metadata, ...(owned && { [OWNER]: owned }) };
  const hasMetadata = event.metadata !== undefined || owned !== undefined;
  return {
    // What cannot be read back as it is isn't written: the store keeps JSON.
    data: jsonEvent({ id, type, data: JSON.parse(texts[0] ?? '{}'), ...(hasMetadata && { metadata }) }),
    bytes: Buffer.byteLength(texts[0] ?? '') + Buffer.byteLength(hasMetadata ? JSON.stringify(metadata) : ''),
  };
};

/** What the first event of a stream says of whose it is. */
export const ownerOf = ({ metadata }: Received): Pick<Stream, 'userId' | 'conversationId'> => {
  const parsed = withOwner.safeParse(metadata);
  const found = parsed.success ? parsed.data : {};
  return { userId: found.userId ?? null, conversationId: found.conversationId ?? null };
};

const metadataOf = ({ metadata }: Received): object | null => {
  if (!isObject(metadata)) return null;
  const { [OWNER]: owned, ...rest } = metadata;
  return owned !== undefined && Object.keys(rest).length === 0 ? null : rest;
};

const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(value === undefined ? '' : JSON.stringify(value));

export const recordedEvent = (event: Received, stream: Stream): RecordedEvent => {
  const { id, type, data, revision, position, created, isJson } = event;
  if (!position)
    throw new TurnlogError('STORE_UNAVAILABLE', 'EventStoreDB 23.10 or later is needed: events lack positions');
  const isOwn = isJson && isObject(data);
  return {
    id,
    type,
    stream,
    revision: asRevision(Number(revision)),
    position: asPosition(position.commit),
    recordedAt: created,
    data: isOwn ? data : {},
    metadata: isOwn ? metadataOf(event) : null,
    ...(!isOwn && { payload: { json: isJson, data: bytesOf(data), metadata: bytesOf(event.metadata) } }),
  };
};
