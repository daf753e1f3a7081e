import { setImmediate as immediate } from 'node:timers/promises';
import type { Tool } from '../../../tools/tool.ts';
import type { RouteIndex } from '../route-index.ts';
import { CONVERSATIONAL_THRESHOLD, SIMILARITY_THRESHOLD } from '../thresholds.ts';
import { type Example, fitting } from './classifier.ts';
import { featuresOf } from './features.ts';
import training from './training.json' with { type: 'json' };

const CONVERSATION = 'conversation';

/**
 * The embedded embedder's scale is a probability among many classes, all-minilm's a cosine. These two probabilities stand
 * for the two thresholds; between them, and to 0 and 1, the line is straight. Measured by `npm run bench:router`.
 */
export const calibration = { conversational: 0.22, confident: 0.4 } as const;

export const calibrate = (probability: number): number => {
  const { conversational, confident } = calibration;
  if (probability < conversational) return (probability / conversational) * CONVERSATIONAL_THRESHOLD;
  const [from, to, low, high] =
    probability < confident
      ? [conversational, confident, CONVERSATIONAL_THRESHOLD, SIMILARITY_THRESHOLD]
      : [confident, 1, SIMILARITY_THRESHOLD, 1];
  return low + ((probability - from) / (to - from)) * (high - low);
};

const texts: Readonly<Record<string, readonly string[]>> = training;

/**
 * Scores messages with no network and no model server: word vectors and n-grams, and a regression over the tools' examples
 * and sample messages, with a class of its own for conversation. Learns in slices, so that the process stays responsive.
 */
export const openEmbeddedIndex = async (tools: readonly Tool[], signal: AbortSignal): Promise<RouteIndex> => {
  const labels = [...tools.map(({ id }) => id), CONVERSATION];
  const examples = labels.flatMap((label): Example[] => {
    const own = tools.find(({ id }) => id === label)?.examples ?? [];
    return [...own, ...(texts[label] ?? [])].map((text) => ({ label, features: featuresOf(text) }));
  });
  const learning = fitting(examples, labels);
  for (let step = learning.next(); ; step = learning.next()) {
    signal.throwIfAborted();
    if (step.done) {
      const classify = step.value;
      return {
        model: 'turnlog-wordnet-1',
        async score(message, wanted) {
          return [...classify(featuresOf(message))]
            .filter(([label]) => wanted.has(label))
            .map(([tool, probability]) => ({ tool, score: calibrate(probability) }))
            .sort((a, b) => b.score - a.score);
        },
      };
    }
    await immediate();
  }
};
