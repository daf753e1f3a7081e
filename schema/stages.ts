/**
 * What a turn goes through, in this order: it waits in line (or was left by another worker); preferences, history and model
 * are read; the message is routed; the tool runs; the prompt is assembled; the model begins to answer; it answers.
 */
export const stages = [
  'queued',
  'paused',
  'reading',
  'routing',
  'tool',
  'context',
  'firstToken',
  'generation',
] as const;
export type Stage = (typeof stages)[number];

type Durations = Readonly<Record<string, number>>;

/** The milliseconds of all stages together, but for those named. */
export const sumOf = (durations: Durations, ...without: readonly Stage[]): number =>
  Object.entries(durations).reduce((sum, [name, ms]) => (without.some((one) => one === name) ? sum : sum + ms), 0);

/** Milliseconds from the request to the answer's first token; null where none came, or where another worker went on with it. */
export const untilFirstToken = (durations: Durations): number | null =>
  durations.generation === undefined || durations.paused !== undefined ? null : sumOf(durations, 'generation');
