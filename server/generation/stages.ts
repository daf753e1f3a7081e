import type { Stage } from '../../schema/stages.ts';
import type { Time } from '../time.ts';

/** Milliseconds of each stage of a turn, one behind the other, whatever the clock is set to meanwhile. */
export const openStages = ({ now, elapsed }: Pick<Time, 'now' | 'elapsed'>) => {
  const durations: Partial<Record<Stage, number>> = {};
  let current: { stage: Stage; since: number } | null = null;
  const at = () => Math.round(elapsed());
  /** Another process may have recorded it: the clock is all that the two have in common. */
  const since = (recorded: Date) => at() - Math.max(0, now().getTime() - recorded.getTime());

  const leave = (): void => {
    if (!current) return;
    durations[current.stage] = at() - current.since;
    current = null;
  };
  return {
    /** Ends the stage before it; `begun` is when this one was recorded to begin, where that isn't now. */
    enter(stage: Stage, begun?: Date): void {
      if (current?.stage === stage) return;
      leave();
      current = { stage, since: begun ? since(begun) : at() };
    },
    /** Ends the last stage, or the one in which the turn broke off. */
    leave,
    durations: (): Record<string, number> => ({ ...durations }),
  };
};

export type Stages = ReturnType<typeof openStages>;
