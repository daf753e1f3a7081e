// The messages of EventStoreDB's protocol, as its own client ships them: CommonJS, so each is a default import.
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { z } from 'zod';
import { TurnlogError } from '../errors.ts';

const uuid = z.guid();

/** A UUID travels as text or as two signed 64-bit numbers. @throws TurnlogError VALIDATION */
export const readUuid = (message: shared.UUID | undefined): string => {
  const structured = message?.getStructured();
  if (!structured) {
    const parsed = uuid.safeParse(message?.getString());
    if (!parsed.success) throw new TurnlogError('VALIDATION', 'an id is a UUID');
    return parsed.data;
  }
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getMostSignificantBits())), 0);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getLeastSignificantBits())), 8);
  return [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8), bytes.subarray(8, 10), bytes.subarray(10)]
    .map((part) => part.toString('hex'))
    .join('-');
};

export const uuidMessage = (id: string, { structured = false } = {}): shared.UUID => {
  const message = new shared.UUID();
  if (!structured) return message.setString(id);
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return message.setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits(String(bytes.readBigInt64BE(0)))
      .setLeastSignificantBits(String(bytes.readBigInt64BE(8))),
  );
};

/** @throws TurnlogError VALIDATION where there is none */
export const readStreamName = (identifier: shared.StreamIdentifier | undefined): string => {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
  if (name === '') throw new TurnlogError('VALIDATION', 'a stream has a name');
  return name;
};

export const streamIdentifier = (name: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));
