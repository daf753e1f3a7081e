import { z } from 'zod';
import type { TurnEvent } from '../schema/events/index.ts';

/** A tool that gave an answer nothing. `error` says why and may be shown; null where it needs the network and was kept from it. */
export const toolNote = z.object({ tool: z.string(), error: z.string().nullable() });
export type ToolNote = z.infer<typeof toolNote>;

export const toolNotesOf = (turn: readonly TurnEvent[]): ToolNote[] =>
  turn.flatMap((event): ToolNote[] => {
    switch (event.type) {
      case 'ToolFailed':
        return [{ tool: event.data.tool, error: event.data.error }];
      case 'ToolSkippedOffline':
        return [{ tool: event.data.tool, error: null }];
      default:
        return [];
    }
  });
