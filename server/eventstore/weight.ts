import type { RecordedEvent } from './event-store.ts';

/** What an event weighs besides its data. */
const EVENT_BYTES = 600;

/** Of those whose data had to be written out for it: many who read the same event ask. */
const known = new WeakMap<RecordedEvent, number>();

/** About how many bytes of memory an event takes. */
export const weightOf = (event: RecordedEvent): number => {
  const { data, payload } = event;
  if (payload) return EVENT_BYTES + payload.data.byteLength + payload.metadata.byteLength;
  if ('text' in data && typeof data.text === 'string') return EVENT_BYTES + data.text.length;
  const weight = known.get(event) ?? EVENT_BYTES + JSON.stringify(data).length;
  known.set(event, weight);
  return weight;
};
