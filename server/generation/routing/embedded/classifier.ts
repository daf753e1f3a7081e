import { type Features, featureCount } from './features.ts';
import { seeded } from './seeded.ts';

const EPOCHS = 12;
const RATE = 0.3;
const BIAS = 0.3;
/** The share of a message's features that is left out at each step, so that no single one is relied upon. */
const LEFT_OUT = 0.5;
/** Examples between two moments in which others have a turn. */
const SLICE = 200;

export type Example = { readonly label: string; readonly features: Features };
/** Probabilities by label; they add up to 1. */
export type Classify = (features: Features) => ReadonlyMap<string, number>;

/** Probabilities by label of these features; the last place of the weights is the bias. */
const scorer = (weights: Float32Array, classes: number) => {
  const addAt = (scores: Float64Array, place: number, value: number) => {
    const base = place * classes;
    for (let c = 0; c < classes; c += 1) scores[c] = (scores[c] ?? 0) + value * (weights[base + c] ?? 0);
  };
  return ({ places, values }: Features): Float64Array => {
    const scores = new Float64Array(classes);
    for (let n = 0; n < places.length; n += 1) addAt(scores, places[n] ?? 0, values[n] ?? 0);
    addAt(scores, featureCount, BIAS);
    const most = Math.max(...scores);
    let sum = 0;
    for (let c = 0; c < classes; c += 1) {
      scores[c] = Math.exp((scores[c] ?? 0) - most);
      sum += scores[c] ?? 0;
    }
    return scores.map((score) => score / sum);
  };
};

/** Some of the features, the others the stronger. */
const thinned = ({ places, values }: Features, random: () => number): Features => {
  const kept = places.map((_, n) => n).filter(() => random() >= LEFT_OUT);
  return {
    places: kept.map((n) => places[n] ?? 0),
    values: Float32Array.from(kept, (n) => (values[n] ?? 0) / (1 - LEFT_OUT)),
  };
};

/** The same order every time: shuffled, so that no label's examples come in a row. */
const shuffled = (count: number): Uint32Array => {
  const order = Uint32Array.from({ length: count }, (_, n) => n);
  const random = seeded(7);
  for (let n = count - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
  }
  return order;
};

/**
 * Multinomial logistic regression by gradient descent whose steps grow smaller for each weight by what it has moved
 * (Adagrad), in slices; the same examples in the same order give the same weights.
 */
export function* learning(examples: readonly Example[], labels: readonly string[]): Generator<void, Float32Array> {
  const classes = labels.length;
  const weights = new Float32Array((featureCount + 1) * classes);
  const moved = new Float32Array(weights.length);
  const score = scorer(weights, classes);
  const counts = new Float64Array(classes);
  const labelOf = examples.map(({ label }) => labels.indexOf(label));
  for (const label of labelOf) counts[label] = (counts[label] ?? 0) + 1;
  const learnAt = (place: number, value: number, errors: Float64Array) => {
    const base = place * classes;
    for (let c = 0; c < classes; c += 1) {
      const slope = value * (errors[c] ?? 0);
      const all = (moved[base + c] ?? 0) + slope * slope;
      moved[base + c] = all;
      weights[base + c] = (weights[base + c] ?? 0) + (RATE * slope) / Math.sqrt(all + 1e-6);
    }
  };

  const order = shuffled(examples.length);
  const random = seeded(11);
  for (let n = 0; n < EPOCHS * examples.length; n += 1) {
    const at = order[n % examples.length] ?? 0;
    const whole = examples[at]?.features;
    const label = labelOf[at] ?? 0;
    if (!whole) continue;
    const features = thinned(whole, random);
    // Conversation has many examples, a tool few: each label counts about the same.
    const step = Math.sqrt(examples.length / classes / (counts[label] || 1));
    const errors = score(features).map((found, c) => ((c === label ? 1 : 0) - found) * step);
    const { places, values } = features;
    for (let k = 0; k < places.length; k += 1) learnAt(places[k] ?? 0, values[k] ?? 0, errors);
    learnAt(featureCount, BIAS, errors);
    if (n % SLICE === SLICE - 1) yield;
  }
  return weights;
}

/** What the weights say. */
export const classifier = (weights: Float32Array, labels: readonly string[]): Classify => {
  const score = scorer(weights, labels.length);
  return (features) => {
    const found = score(features);
    return new Map(labels.map((label, c) => [label, found[c] ?? 0]));
  };
};
