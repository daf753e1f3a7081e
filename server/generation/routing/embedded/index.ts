import { setImmediate as immediate } from 'node:timers/promises';
import type { Tool } from '../../../tools/tool.ts';
import type { RouteIndex } from '../route-index.ts';
import { calibrate, calibration } from './calibration.ts';
import { classifierOf, learn, type Model, openModel, unpackWeights } from './model.ts';
import names from './names.txt?raw';
import training from './training.txt?raw';
import vectors from './vectors.txt?raw';
import vocabulary from './vocabulary.txt?raw';
import weights from './weights.txt?raw';

/** Names the embedder wherever its scores are told. */
export const EMBEDDED_MODEL = 'embedded-wordnet';

/** Learns in slices, so that the process stays responsive. */
const learnPolitely = async (model: Model, signal: AbortSignal) => {
  const steps = learn(model);
  for (let step = steps.next(); ; step = steps.next()) {
    signal.throwIfAborted();
    if (step.done) return step.value;
    await immediate();
  }
};

/**
 * Scores messages with no network and no model server: word vectors, phrases and letters, and a regression over the tools'
 * examples and sample messages, with a class of its own for conversation. What was learnt stands beside it; where the tools
 * are others than those, it learns anew.
 */
export const openEmbeddedIndex = async (tools: readonly Tool[], signal: AbortSignal): Promise<RouteIndex> => {
  const model = openModel(tools, { vectors, vocabulary, names, training });
  const classify = classifierOf(model, unpackWeights(weights, model.hash) ?? (await learnPolitely(model, signal)));
  return {
    model: EMBEDDED_MODEL,
    calibration,
    async score(message, wanted) {
      return [...classify(message)]
        .filter(([label]) => wanted.has(label))
        .map(([tool, probability]) => ({ tool, score: calibrate(probability) }))
        .sort((a, b) => b.score - a.score);
    },
  };
};
