import { eventSchemas } from '../../schema/events/index.ts';
import { asRevision } from '../../schema/order.ts';
import { categoryOf } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { ExpectedRevision, NewEvent } from '../eventstore/event-store.ts';
import { TOMBSTONE_TYPE } from './visible.ts';
import { readUuid } from './wire.ts';

type Uuid = Parameters<typeof readUuid>[0];

/** An event as it is proposed, in a message of its own or in a batch. */
type Proposal = {
  getId(): Uuid;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

export const sizeOf = (proposal: Proposal): number =>
  proposal.getData_asU8().byteLength + proposal.getCustomMetadata_asU8().byteLength;

const objectIn = (bytes: Uint8Array): object | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

const isOwnType = (stream: string, type: string): boolean => {
  const types = Object.entries(eventSchemas).find(([category]) => category === categoryOf(stream))?.[1];
  return types !== undefined && Object.hasOwn(types, type);
};

/**
 * What is of Turnlog's own language is stored as Turnlog does; everything else as the bytes that came.
 * @throws TurnlogError VALIDATION
 */
export const newEventOf = (stream: string, proposal: Proposal): NewEvent => {
  const id = readUuid(proposal.getId());
  const type = proposal.getMetadataMap().get('type');
  if (!type) throw new TurnlogError('VALIDATION', 'an event has a type');
  if (type === TOMBSTONE_TYPE) throw new TurnlogError('VALIDATION', `${TOMBSTONE_TYPE} is written by Tombstone alone`);
  const json = proposal.getMetadataMap().get('content-type') === 'application/json';
  const [data, metadata] = [proposal.getData_asU8(), proposal.getCustomMetadata_asU8()];
  if (json && isOwnType(stream, type)) {
    const own = objectIn(data);
    const ownMetadata = metadata.byteLength === 0 ? undefined : objectIn(metadata);
    if (own && ownMetadata !== null) return { id, type, data: own, ...(ownMetadata && { metadata: ownMetadata }) };
  }
  return { id, type, data: {}, payload: { json, data, metadata } };
};

/** @throws TurnlogError VALIDATION for a revision that no stream reaches */
export const revisionOf = (text: string) => {
  const value = BigInt(text);
  if (value < 0n || value >= 2n ** 31n) throw new TurnlogError('VALIDATION', 'a revision is from 0 to 2147483646');
  return asRevision(Number(value));
};

/** The expectation that Append, Delete and Tombstone share. */
export const expectedOf = (options: {
  hasRevision(): boolean;
  getRevision(): string;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}): ExpectedRevision => {
  if (options.hasRevision()) return revisionOf(options.getRevision());
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
};
