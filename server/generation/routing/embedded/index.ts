import { setImmediate as immediate } from 'node:timers/promises';
import type { Tool } from '../../../tools/tool.ts';
import type { RouteIndex } from '../route-index.ts';
import { calibrate, calibration } from './calibration.ts';
import { classifier, type Example, learning } from './classifier.ts';
import { openFeatures } from './features.ts';
import { examplesOf, hashOf, labelsOf, unpackWeights } from './model.ts';
import training from './training.json' with { type: 'json' };
import vectors from './vectors.txt?raw';
import vocabulary from './vocabulary.txt?raw';
import weights from './weights.txt?raw';

/** Names the embedder wherever its scores are told. */
export const EMBEDDED_MODEL = 'embedded-wordnet';

/** Learns in slices, so that the process stays responsive. */
const learn = async (examples: readonly Example[], labels: readonly string[], signal: AbortSignal) => {
  const steps = learning(examples, labels);
  for (let step = steps.next(); ; step = steps.next()) {
    signal.throwIfAborted();
    if (step.done) return step.value;
    await immediate();
  }
};

/**
 * Scores messages with no network and no model server: word vectors and n-grams, and a regression over the tools' examples
 * and sample messages, with a class of its own for conversation. What was learnt stands beside it; where the tools are
 * others than those, it learns anew.
 */
export const openEmbeddedIndex = async (tools: readonly Tool[], signal: AbortSignal): Promise<RouteIndex> => {
  const featuresOf = openFeatures(vectors, vocabulary);
  const labels = labelsOf(tools);
  const known = unpackWeights(weights, hashOf(tools, training));
  const classify = classifier(known ?? (await learn(examplesOf(tools, training, featuresOf), labels, signal)), labels);
  return {
    model: EMBEDDED_MODEL,
    calibration,
    async score(message, wanted) {
      return [...classify(featuresOf(message))]
        .filter(([label]) => wanted.has(label))
        .map(([tool, probability]) => ({ tool, score: calibrate(probability) }))
        .sort((a, b) => b.score - a.score);
    },
  };
};
