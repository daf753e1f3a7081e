import { asRevision } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { payloadOf, type Resolved } from './records.ts';

const LINK_TYPE = '$>';

/** A link's data is `<revision>@<stream>`. */
const targetOf = (event: RecordedEvent) => {
  if (event.type !== LINK_TYPE) return null;
  const [, revision, stream] = /^(\d{1,10})@(.+)$/su.exec(Buffer.from(payloadOf(event).data).toString('utf8')) ?? [];
  return revision !== undefined && stream !== undefined ? { revision: Number(revision), stream } : null;
};

/** What a link points to; any other event is itself. */
export const resolveEvent = async (store: EventStore, event: RecordedEvent): Promise<Resolved> => {
  const target = targetOf(event);
  if (!target) return { event };
  for await (const found of store.readStream(target.stream, { from: asRevision(target.revision), limit: 1 })) {
    if (found.revision === target.revision) return { event: found, link: event };
  }
  return { link: event };
};
