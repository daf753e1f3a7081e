import type { Changes } from './changes.ts';
import type { Lanes } from './lanes.ts';

type Line = ReadonlyMap<string, number>;

/** The places of waiting turns. A line is asked for once a change, however many wait in it. */
export const openPlaces = (lanes: Pick<Lanes, 'line'>, changes: Changes) => {
  const lines = new Map<string, { version: number; line: Promise<Line> }>();

  const lineOf = (lane: string): Promise<Line> => {
    const version = changes.version();
    const known = lines.get(lane);
    if (known?.version === version) return known.line;
    const line = lanes.line(lane);
    lines.set(lane, { version, line });
    return line;
  };

  /** From 1 on; 0 where the turn waits no more. */
  return async (turnId: string, lane: string): Promise<number> => {
    const known = (await lineOf(lane)).get(turnId);
    if (known !== undefined) return known;
    // A place is reserved before the log tells of a change: a line that was asked for earlier may not hold it.
    lines.delete(lane);
    return (await lineOf(lane)).get(turnId) ?? 0;
  };
};
