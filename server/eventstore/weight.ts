import type { RecordedEvent } from './event-store.ts';

/** What an event weighs besides its data and metadata. */
const EVENT_BYTES = 600;

/** Of those that had to be written out for it: many who read the same event ask. */
const known = new WeakMap<RecordedEvent, number>();

/** The text that is all there is in `data`, as in most events: it need not be written out. */
const onlyText = (data: object): string | null => {
  if (!('text' in data) || typeof data.text !== 'string') return null;
  for (const key in data) if (key !== 'text') return null;
  return data.text;
};

/** About how many bytes of memory an event takes. */
export const weightOf = (event: RecordedEvent): number => {
  const { data, metadata, payload } = event;
  if (payload) return EVENT_BYTES + payload.data.byteLength + payload.metadata.byteLength;
  const text = metadata === null ? onlyText(data) : null;
  if (text !== null) return EVENT_BYTES + text.length;
  const weight = known.get(event) ?? EVENT_BYTES + JSON.stringify([data, metadata]).length;
  known.set(event, weight);
  return weight;
};
