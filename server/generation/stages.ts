import type { Stage } from '../../schema/stages.ts';
import type { Time } from '../time.ts';

/** Milliseconds of each stage of a turn, one behind the other. */
export const openStages = (now: Time['now']) => {
  const durations: Partial<Record<Stage, number>> = {};
  let current: { stage: Stage; since: number } | null = null;

  const leave = (): void => {
    if (!current) return;
    durations[current.stage] = Math.max(0, now().getTime() - current.since);
    current = null;
  };
  return {
    /** Ends the stage before it; `since` is when this one began, where that isn't now. */
    enter(stage: Stage, since?: Date): void {
      if (current?.stage === stage) return;
      leave();
      current = { stage, since: (since ?? now()).getTime() };
    },
    /** Ends the last stage, or the one in which the turn broke off. */
    leave,
    durations: (): Record<string, number> => ({ ...durations }),
  };
};

export type Stages = ReturnType<typeof openStages>;
