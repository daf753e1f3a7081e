import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { TurnEvent } from '../../schema/events/index.ts';
import { idOf } from '../../schema/streams.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';

/** A name and its data; `token` alone is raw text, everything else JSON. */
type Frame = { event: string; data: string };

const json = (event: string, data: unknown): Frame => ({ event, data: JSON.stringify(data) });

const frameOf = (event: TurnEvent, { stream }: RecordedEvent): Frame | null => {
  switch (event.type) {
    case 'TurnRequested': {
      const { turnId, conversationId, assistantMessageId } = event.data;
      return json('gen', { genId: turnId, conversationId, assistantMessageId });
    }
    case 'TurnQueued':
      return json('queue', { position: event.data.place, type: event.data.lane });
    case 'TurnStarted':
      return json('queue', { position: 0, type: event.data.lane });
    case 'TurnRouted':
      return event.data.tool === null ? null : json('routing', { tool: event.data.tool });
    case 'ToolReturned':
      return json('tool_data', { tool: event.data.tool, data: event.data.result });
    case 'ToolFailed':
      return json('tool_error', { tool: event.data.tool, error: event.data.error });
    case 'ToolSkippedOffline':
      return json('offline', { tool: event.data.tool });
    case 'BlockEmitted':
      return json('block', event.data.block);
    case 'SourcesCited':
      return json('sources', event.data.sources);
    case 'TokenGenerated':
      return { event: 'token', data: event.data.text };
    case 'TurnCompleted':
      return json('done', { model: event.data.model, conversationId: stream.conversationId, title: event.data.title });
    case 'TurnFailed':
      return json('error', event.data.reason);
    case 'TurnCancelled':
      return json('cancelled', { jobId: idOf(stream.name) });
    default:
      return null;
  }
};

/** `data: ` before every line: a text with newlines or leading spaces reaches a conforming parser unchanged. */
const encodeFrame = ({ event, data }: Frame, id: number): Buffer =>
  Buffer.from(
    `event: ${event}\nid: ${id}\ndata: ${data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data}\n\n`,
  );

const encoded = new WeakMap<RecordedEvent, Buffer | null>();

/** Contract A's frame of a recorded event, null where it has none. Encoded once, however many read it. */
export const chatFrame = (recorded: RecordedEvent): Buffer | null => {
  const known = encoded.get(recorded);
  if (known !== undefined) return known;
  const event = decodeTurnEvent(recorded);
  const frame = event && frameOf(event, recorded);
  const bytes = frame ? encodeFrame(frame, recorded.revision) : null;
  encoded.set(recorded, bytes);
  return bytes;
};

/** A changed place in the line: worked out live, so it repeats the last recorded id. */
export const placeFrame = (place: number, lane: string, lastId: number): Buffer =>
  encodeFrame(json('queue', { position: place, type: lane }), lastId);
