import { asRevision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { AppendOptions, AppendResult, EventStore, ExpectedRevision, NewEvent } from '../eventstore/event-store.ts';
import type { Access, Caller } from './access.ts';
import { isExpected, streamDeleted, wrongExpectedVersion } from './errors.ts';
import {
  DELETED_TRUNCATE_BEFORE,
  isMetaStream,
  METADATA_TYPE,
  metaStreamOf,
  type StreamMetadataReader,
  subjectOf,
} from './stream-metadata.ts';
import { isTombstone, lastEventOf, TOMBSTONE_TYPE } from './visible.ts';

const ATTEMPTS = 5;

export type Writing = { readonly caller: Caller; readonly stream: string; readonly expected: ExpectedRevision };
type Append = Writing & { readonly events: readonly NewEvent[] };

type WriterDeps = { store: EventStore; metadata: StreamMetadataReader; access: Access; newId: () => string };

const isConflict = (error: unknown) => error instanceof TurnlogError && error.code === 'REVISION_CONFLICT';

/** Appends, deletes and tombstones as EventStoreDB does, over a log from which nothing goes away. */
export const openWriter = ({ store, metadata, access, newId }: WriterDeps) => {
  /** The store's errors in this protocol's words. */
  const append = async (stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> => {
    try {
      return await store.append(stream, events, options);
    } catch (error) {
      if (error instanceof TurnlogError && error.code === 'REJECTED') throw streamDeleted(stream);
      if (!(error instanceof TurnlogError) || error.code !== 'REVISION_CONFLICT') throw error;
      const { expected, actual } = error.details;
      throw isExpected(expected) && isExpected(actual) ? wrongExpectedVersion(stream, expected, actual) : error;
    } finally {
      if (isMetaStream(stream)) metadata.forget(subjectOf(stream));
    }
  };

  const again = async <T>(attempt: () => Promise<T>, left = ATTEMPTS): Promise<T> =>
    attempt().catch((error: unknown) => {
      if (!isConflict(error) || left === 1) throw error;
      return again(attempt, left - 1);
    });

  /** Hides what stands before a revision; the rest of the metadata stays. */
  const truncate = (stream: string, truncateBefore: string) =>
    again(async () => {
      const { raw, revision } = await metadata.of(stream);
      const { $tb: _, ...rest } = raw;
      // No number of ours holds the mark of a deleted stream: it is put in as text.
      const members = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      const data = Buffer.from(`{${[...members, `"$tb":${truncateBefore}`].join(',')}}`);
      const payload = { json: true, data, metadata: new Uint8Array() };
      const event = { id: newId(), type: METADATA_TYPE, data: {}, payload };
      return append(metaStreamOf(stream), [event], { expectedRevision: revision ?? 'no_stream' });
    });

  /** A deleted stream goes on behind its last event; what stood before stays hidden. */
  const revive = async ({ stream, expected, events }: Append): Promise<AppendResult> => {
    const last = await lastEventOf(store, stream);
    if (last && isTombstone(last)) throw streamDeleted(stream);
    const head = last?.revision ?? 'no_stream';
    if (expected !== 'any' && expected !== 'no_stream' && expected !== head) {
      throw wrongExpectedVersion(stream, expected, head);
    }
    const appended = await append(stream, events, { expectedRevision: head });
    await truncate(stream, String(head === 'no_stream' ? 0 : head + 1));
    return appended;
  };

  /** Where the stream stands for one who wants it gone: at its last event, if it can be read at all. */
  const standing = async (stream: string) => {
    const last = await lastEventOf(store, stream);
    if (last && isTombstone(last)) throw streamDeleted(stream);
    const { deleted, revision } = await metadata.of(stream);
    return { head: last && !deleted ? last.revision : null, exists: !deleted && (last !== null || revision !== null) };
  };

  return {
    /**
     * Resolves once the append stands in the store's line, so that whoever waits for it keeps its order; `answered`
     * resolves with the result.
     * @throws TurnlogError FORBIDDEN, VALIDATION, REVISION_CONFLICT, REJECTED (the stream is deleted)
     */
    async append(wanted: Append): Promise<{ answered: Promise<AppendResult> }> {
      const { caller, stream, expected, events } = wanted;
      await access.checkWrite(caller, stream, '$w');
      if (isMetaStream(stream)) {
        const last = await lastEventOf(store, subjectOf(stream));
        if (last && isTombstone(last)) throw streamDeleted(subjectOf(stream));
      } else if ((await metadata.of(stream)).deleted) {
        const answered = expected === 'any' ? again(() => revive(wanted)) : revive(wanted);
        // What comes next is of the living stream.
        await answered.catch(() => undefined);
        return { answered };
      }
      return { answered: append(stream, events, { expectedRevision: expected }) };
    },

    /** Hides all events that are there; later ones revive the stream. */
    async remove({ caller, stream, expected }: Writing): Promise<AppendResult> {
      await access.checkWrite(caller, stream, '$d');
      const { head, exists } = await standing(stream);
      const actual = head ?? 'no_stream';
      const fits = expected === actual || (typeof expected === 'string' && expected !== 'no_stream');
      if (!exists || !fits) throw wrongExpectedVersion(stream, expected, actual);
      return truncate(stream, DELETED_TRUNCATE_BEFORE);
    },

    /** Ends the stream for good. */
    async tombstone({ caller, stream, expected }: Writing): Promise<AppendResult> {
      await access.checkWrite(caller, stream, '$d');
      const { deleted } = await metadata.of(stream);
      const last = deleted ? await lastEventOf(store, stream) : null;
      const expectedRevision = last && expected === 'no_stream' ? asRevision(last.revision) : expected;
      const event = { id: newId(), type: TOMBSTONE_TYPE, data: {} };
      return append(stream, [event], { expectedRevision, closes: true });
    },
  };
};

export type Writer = ReturnType<typeof openWriter>;
