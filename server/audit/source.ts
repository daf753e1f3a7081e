import type { EventLine, RebuildLine } from './lines.ts';

/** What the commands read: the data itself, or what the running server says of it. */
export type LogSource = {
  /** The log between bounds (as `events` takes them), as NDJSON. */
  export(asked: Readonly<Record<string, string>>, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** A turn up to its end, which is waited for. @throws TurnlogError NOT_FOUND */
  turn(turnId: string, signal: AbortSignal): AsyncIterable<EventLine>;
  /** Builds read models anew, all of them without a name. @throws TurnlogError VALIDATION for a name of none */
  rebuild(name: string | undefined, signal: AbortSignal): AsyncIterable<RebuildLine>;
  close(): Promise<void>;
};
