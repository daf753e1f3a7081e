import { z } from 'zod';
import { blobPath } from '../../schema/blocks.ts';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { turnStream } from '../../schema/streams.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { Blobs } from '../generation/blobs.ts';

const hashes = z.string().regex(/^[0-9a-f]{64}$/);
const pictures = /^data:(image\/(?:png|jpeg|webp|gif));base64,/;

const isResult = ({ type }: RecordedEvent): boolean => type === 'ToolReturned';

type BlobDeps = { readonly store: EventStore; readonly blobs: Pick<Blobs, 'read'> };

/** What is kept beside turns because it is too large for an event. */
export const openTurnBlobs = ({ store, blobs }: BlobDeps) => {
  /** Whether an event of the turn, which must be the user's, names the hash. */
  const isNamed = async (userId: string, turnId: string, hash: string): Promise<boolean> => {
    for await (const recorded of store.readStream(turnStream(turnId))) {
      if (recorded.stream.userId !== userId) return false;
      const event = decodeTurnEvent(recorded);
      if (event?.type === 'ToolReturned' && event.data.blob === hash) return true;
      if (event?.type === 'BlockEmitted' && JSON.stringify(event.data.block).includes(blobPath(turnId, hash)))
        return true;
    }
    return false;
  };

  const withResult = async (recorded: RecordedEvent): Promise<RecordedEvent> => {
    const event = isResult(recorded) ? decodeTurnEvent(recorded) : null;
    if (event?.type !== 'ToolReturned' || event.data.blob === null) return recorded;
    const text = await blobs.read(event.data.blob);
    return text === null ? recorded : { ...recorded, data: { ...event.data, result: JSON.parse(text) } };
  };

  return {
    /** The events, each result with what is kept beside it. Tokens pass as they are, without a wait. */
    withResults: (events: readonly RecordedEvent[]): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]> =>
      events.some(isResult) ? Promise.all(events.map(withResult)) : events,
    /** A picture's bytes, or a tool's result as JSON; null where the user's turn names no such thing. */
    async find(userId: string, turnId: string, hash: string): Promise<{ type: string; bytes: Uint8Array } | null> {
      if (!z.uuid().safeParse(turnId).success || !hashes.safeParse(hash).success) return null;
      const text = (await isNamed(userId, turnId.toLowerCase(), hash)) ? await blobs.read(hash) : null;
      if (text === null) return null;
      const picture = pictures.exec(text);
      return picture?.[1]
        ? { type: picture[1], bytes: Buffer.from(text.slice(picture[0].length), 'base64') }
        : { type: 'application/json', bytes: Buffer.from(text) };
    },
  };
};
export type TurnBlobs = ReturnType<typeof openTurnBlobs>;
