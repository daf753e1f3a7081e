/** Milliseconds of each stage of a turn, from the end of the stage before it. */
export const openStages = (now: () => Date) => {
  const durations: Record<string, number> = {};
  let last = now().getTime();
  return {
    /** Closes a stage, once; `since` replaces the end of the stage before it. */
    end(stage: string, since?: Date): void {
      if (stage in durations) return;
      const at = now().getTime();
      durations[stage] = Math.max(0, at - (since?.getTime() ?? last));
      last = at;
    },
    durations: (): Record<string, number> => ({ ...durations }),
  };
};

export type Stages = ReturnType<typeof openStages>;
