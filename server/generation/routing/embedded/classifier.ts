import { type Features, featureCount } from './features.ts';

const EPOCHS = 40;
const RATE = 0.5;
const DECAY = 1e-4;

export type Example = { readonly label: string; readonly features: Features };
/** Probabilities by label; they add up to 1. */
export type Classify = (features: Features) => ReadonlyMap<string, number>;

/** Multinomial logistic regression by gradient descent; the same examples in the same order give the same weights. */
export const fit = (examples: readonly Example[], labels: readonly string[]): Classify => {
  const classes = labels.length;
  const weights = new Float32Array((featureCount + 1) * classes);
  const counts = labels.map((label) => examples.filter((example) => example.label === label).length);
  const probabilities = (features: Features): Float64Array => {
    const scores = Float64Array.from({ length: classes }, (_, c) => weights[featureCount * classes + c] ?? 0);
    for (const [place, value] of features) {
      for (let c = 0; c < classes; c += 1) scores[c] = (scores[c] ?? 0) + value * (weights[place * classes + c] ?? 0);
    }
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = RATE / (1 + epoch / 10);
    for (let n = 0; n < examples.length; n += 1) {
      // A stride that shares no factor with most lengths mixes the labels without chance.
      const example = examples[(n * 7919 + epoch * 31) % examples.length];
      if (!example) continue;
      const wanted = labels.indexOf(example.label);
      // Conversation has many examples, a tool few: each label counts about the same.
      const balance = Math.sqrt(examples.length / classes / (counts[wanted] || 1));
      const errors = probabilities(example.features).map((p, c) => ((c === wanted ? 1 : 0) - p) * rate * balance);
      for (const [place, value] of example.features) {
        for (let c = 0; c < classes; c += 1) {
          const at = place * classes + c;
          weights[at] = (weights[at] ?? 0) * (1 - rate * DECAY) + value * (errors[c] ?? 0);
        }
      }
      for (let c = 0; c < classes; c += 1) {
        const at = featureCount * classes + c;
        weights[at] = (weights[at] ?? 0) + 0.1 * (errors[c] ?? 0);
      }
    }
  }
  return (features) => {
    const found = probabilities(features);
    return new Map(labels.map((label, c) => [label, found[c] ?? 0]));
  };
};
