import type { Calibration } from '../route-index.ts';
import { CONVERSATIONAL_THRESHOLD, SIMILARITY_THRESHOLD } from '../thresholds.ts';

/**
 * The embedded embedder's scale is a probability among many classes, all-minilm's a cosine. These two probabilities stand
 * for the two thresholds; between them, and to 0 and 1, the line is straight. Measured by `npm run bench:router`.
 */
export const calibration: Calibration = { conversational: 0.25, confident: 0.48 };

/** A probability, on the scale of the thresholds. */
export const calibrate = (probability: number): number => {
  const { conversational, confident } = calibration;
  if (probability < conversational) return (probability / conversational) * CONVERSATIONAL_THRESHOLD;
  const [from, to, low, high] =
    probability < confident
      ? [conversational, confident, CONVERSATIONAL_THRESHOLD, SIMILARITY_THRESHOLD]
      : [confident, 1, SIMILARITY_THRESHOLD, 1];
  return low + ((probability - from) / (to - from)) * (high - low);
};
