/** At or above: sure. Below the second: clearly no request for a tool. Re-tune only against the router benchmark. */
export const SIMILARITY_THRESHOLD = 0.65;
export const CONVERSATIONAL_THRESHOLD = 0.4;

/** As events and the benchmark tell them. */
export const thresholds = { confident: SIMILARITY_THRESHOLD, conversational: CONVERSATIONAL_THRESHOLD } as const;
