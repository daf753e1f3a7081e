import { type Features, featureCount } from './features.ts';

const EPOCHS = 30;
const RATE = 0.5;
const BIAS = 0.3;
/** Examples between two moments in which others have a turn. */
const SLICE = 200;

export type Example = { readonly label: string; readonly features: Features };
/** Probabilities by label; they add up to 1. */
export type Classify = (features: Features) => ReadonlyMap<string, number>;

type Sparse = { readonly places: Int32Array; readonly values: Float32Array; readonly label: number };

const softmax = (scores: Float64Array): Float64Array => {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let c = 0; c < scores.length; c += 1) {
    scores[c] = Math.exp((scores[c] ?? 0) - most);
    sum += scores[c] ?? 0;
  }
  for (let c = 0; c < scores.length; c += 1) scores[c] = (scores[c] ?? 0) / sum;
  return scores;
};

/** The last place is the bias. */
const sparse = (features: Features) => ({
  places: Int32Array.from([...features.keys(), featureCount]),
  values: Float32Array.from([...features.values(), BIAS]),
});

const scorer =
  (weights: Float32Array, classes: number) =>
  ({ places, values }: Omit<Sparse, 'label'>): Float64Array => {
    const scores = new Float64Array(classes);
    for (let n = 0; n < places.length; n += 1) {
      const base = (places[n] ?? 0) * classes;
      const value = values[n] ?? 0;
      for (let c = 0; c < classes; c += 1) scores[c] = (scores[c] ?? 0) + value * (weights[base + c] ?? 0);
    }
    return softmax(scores);
  };

/**
 * Multinomial logistic regression by gradient descent, in slices; the same examples in the same order give the same
 * weights.
 */
export function* learning(examples: readonly Example[], labels: readonly string[]): Generator<void, Float32Array> {
  const classes = labels.length;
  const weights = new Float32Array((featureCount + 1) * classes);
  const rows = examples.map(({ label, features }): Sparse => ({ ...sparse(features), label: labels.indexOf(label) }));
  const counts = new Float64Array(classes);
  for (const { label } of rows) counts[label] = (counts[label] ?? 0) + 1;

  const score = scorer(weights, classes);

  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = RATE / (1 + epoch / 10);
    for (let n = 0; n < rows.length; n += 1) {
      // A stride mixes the labels without chance.
      const row = rows[(n * 7919 + epoch * 31) % rows.length];
      if (!row) continue;
      const { places, values, label } = row;
      const errors = score(row);
      // Conversation has many examples, a tool few: each label counts about the same.
      const step = rate * Math.sqrt(rows.length / classes / (counts[label] || 1));
      for (let c = 0; c < classes; c += 1) errors[c] = ((c === label ? 1 : 0) - (errors[c] ?? 0)) * step;
      for (let k = 0; k < places.length; k += 1) {
        const base = (places[k] ?? 0) * classes;
        const value = values[k] ?? 0;
        for (let c = 0; c < classes; c += 1) weights[base + c] = (weights[base + c] ?? 0) + value * (errors[c] ?? 0);
      }
      if (n % SLICE === SLICE - 1) yield;
    }
  }
  return weights;
}

/** What the weights say. */
export const classifier = (weights: Float32Array, labels: readonly string[]): Classify => {
  const score = scorer(weights, labels.length);
  return (features) => {
    const found = score(sparse(features));
    return new Map(labels.map((label, c) => [label, found[c] ?? 0]));
  };
};
