import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { asRevision, type Revision } from '../../schema/order.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { runProcessor } from '../processors/processor.ts';
import type { Time } from '../time.ts';
import { payloadOf } from './records.ts';

const META = '$$';
export const METADATA_TYPE = '$metadata';
/** EventStoreDB's mark of a deleted stream: everything is truncated. As JSON, since no number of ours holds it. */
export const DELETED_TRUNCATE_BEFORE = '9223372036854775807';

const roles = z.union([z.string().transform((role) => [role]), z.array(z.string())]).optional();
const acl = z.object({ $r: roles, $w: roles, $d: roles, $mr: roles, $mw: roles });

/** What others may set is never trusted to be well-formed: a member that isn't counts as unset. */
const shape = z
  .object({
    $maxCount: z.number().int().positive().optional().catch(undefined),
    $maxAge: z.number().int().positive().optional().catch(undefined),
    $tb: z.number().min(0).optional().catch(undefined),
    $acl: acl.optional().catch(undefined),
  })
  .catch({});

export type StreamAcl = z.infer<typeof acl>;

/** `maxAgeSeconds`, `maxCount` and `truncateBefore` (a revision) say which events are still read. */
export type StreamMetadata = {
  readonly maxCount: number | undefined;
  readonly maxAgeSeconds: number | undefined;
  readonly truncateBefore: number;
  readonly deleted: boolean;
  readonly acl: StreamAcl | undefined;
  /** As it stands in the log. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly revision: Revision | null;
};

export const isMetaStream = (stream: string): boolean => stream.startsWith(META);
export const metaStreamOf = (stream: string): string => `${META}${stream}`;
/** The stream that a metadata stream is about; any other is about itself. */
export const subjectOf = (stream: string): string => (isMetaStream(stream) ? stream.slice(META.length) : stream);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const parseMetadata = (text: string, revision: Revision | null): StreamMetadata => {
  const json = parseJson(text);
  const raw = z.record(z.string(), z.unknown()).catch({}).parse(json);
  const { $maxCount, $maxAge, $tb = 0, $acl } = shape.parse(raw);
  const deleted = $tb >= Number(DELETED_TRUNCATE_BEFORE);
  return { maxCount: $maxCount, maxAgeSeconds: $maxAge, truncateBefore: $tb, deleted, acl: $acl, raw, revision };
};

const REMEMBERED_STREAMS = 10_000;

type MetadataDeps = Pick<Time, 'sleep'> & {
  store: EventStore;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

/**
 * What `$$<stream>` says of a stream: its last event. Remembered until that stream is written again, here or in another
 * process; until the signal aborts.
 */
export const openStreamMetadata = async ({ store, sleep, log, signal }: MetadataDeps) => {
  const known = new LRUCache<string, StreamMetadata>({ max: REMEMBERED_STREAMS });
  let changes = 0;

  const forget = (stream: string): void => {
    changes += 1;
    known.delete(stream);
  };

  const watching = runProcessor({
    store,
    name: 'stream metadata',
    after: await store.head(),
    filter: {},
    sleep,
    log,
    signal,
    handle: async ({ events }) => {
      for (const { stream } of events) if (isMetaStream(stream.name)) forget(subjectOf(stream.name));
    },
  });

  const read = async (stream: string): Promise<StreamMetadata> => {
    for await (const event of store.readStream(metaStreamOf(stream), { direction: 'backwards', limit: 1 })) {
      return parseMetadata(Buffer.from(payloadOf(event).data).toString('utf8'), asRevision(event.revision));
    }
    return parseMetadata('{}', null);
  };

  return {
    stopped: () => watching,
    forget,
    async of(stream: string): Promise<StreamMetadata> {
      const remembered = known.get(stream);
      if (remembered) return remembered;
      const before = changes;
      const found = await read(stream);
      // What was written meanwhile may not have been seen.
      if (changes === before) known.set(stream, found);
      return found;
    },
  };
};

export type StreamMetadataReader = Awaited<ReturnType<typeof openStreamMetadata>>;
