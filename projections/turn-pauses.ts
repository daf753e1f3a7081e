import { z } from 'zod';
import type { EventData, TurnEvent } from '../schema/events/index.ts';
import type { Recorded } from './projection.ts';

/** Of a turn whose worker died or stopped: from its last event until another went on; times in ISO 8601. */
export const turnPause = z.object({ pausedAt: z.string(), resumedAt: z.string(), mode: z.string() });
export type TurnPause = z.infer<typeof turnPause>;

export const pauseOf = ({ pausedAt, mode }: EventData<'TurnResumed'>, resumedAt: Date): TurnPause => ({
  pausedAt,
  resumedAt: resumedAt.toISOString(),
  mode,
});

/** At which attempt a turn stands (0 before the first), and how often and how long nobody wrote on it meanwhile. */
export const attemptsOf = (turn: readonly Recorded<TurnEvent>[]): { attempts: number; pauses: TurnPause[] } => {
  let attempts = 0;
  const pauses: TurnPause[] = [];
  for (const event of turn) {
    if (event.type === 'TurnStarted' || event.type === 'TurnResumed') attempts = event.data.attempt;
    if (event.type === 'TurnResumed') pauses.push(pauseOf(event.data, event.recordedAt));
  }
  return { attempts, pauses };
};
