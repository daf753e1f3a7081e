import { createHash } from 'node:crypto';
import type { Tool } from '../../../tools/tool.ts';
import { type Classify, classifier, type Example, learning } from './classifier.ts';
import { type FeaturesOf, openFeatures } from './features.ts';
import { type Names, readNames } from './names.ts';
import { tokensOf } from './tokens.ts';
import { examplesOf, labelsOf, readTraining, type Sample, samplesOf } from './training.ts';

/** The files beside this one, as they stand. */
export type Files = {
  readonly vectors: string;
  readonly vocabulary: string;
  readonly names: string;
  readonly training: string;
};

export type Model = {
  readonly labels: readonly string[];
  readonly featuresOf: FeaturesOf;
  readonly samples: readonly Sample[];
  /** Of all that is learnt from: weights of another hash were learnt from something else. */
  readonly hash: string;
  readonly names: Names;
};

const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => tokensOf(text).map(({ word }) => word));

/** What there is to learn for these tools. */
export const openModel = (tools: readonly Tool[], files: Files): Model => {
  const names = readNames(files.names);
  const samples = samplesOf(tools, readTraining(files.training));
  return {
    labels: labelsOf(tools),
    featuresOf: openFeatures(
      files.vectors,
      files.vocabulary,
      names,
      wordsIn([...[...names.kinds.values()].flat(), ...samples.map(({ text }) => text)]),
    ),
    samples,
    hash: createHash('sha256')
      .update(JSON.stringify([samples, files.names]))
      .digest('hex'),
    names,
  };
};

/** Learns the weights, in slices. */
export const learn = ({ labels, featuresOf, samples, names }: Model): Generator<void, Float32Array> => {
  const examples: readonly Example[] = examplesOf(samples, names, featuresOf);
  return learning(examples, labels);
};

export const classifierOf = (
  { labels, featuresOf }: Model,
  weights: Float32Array,
): ((message: string) => ReturnType<Classify>) => {
  const classify = classifier(weights, labels);
  return (message) => classify(featuresOf(message));
};

/** Eight bits a weight, one scale for all: `<hash> <scale> <base64>`. */
export const packWeights = (hash: string, weights: Float32Array): string => {
  let most = 0;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  const packed = Int8Array.from(weights, (weight) => Math.round((weight / (most || 1)) * 127));
  return `${hash} ${most} ${Buffer.from(packed.buffer).toString('base64')}\n`;
};

/** Null where they were learnt from something else. */
export const unpackWeights = (text: string, hash: string): Float32Array | null => {
  const [learntFrom, scale, base64 = ''] = text.trim().split(' ');
  if (learntFrom !== hash) return null;
  // `Float32Array.from` takes thirty times as long.
  const weights = new Float32Array(new Int8Array(Buffer.from(base64, 'base64')));
  const most = Number(scale);
  for (let n = 0; n < weights.length; n += 1) weights[n] = ((weights[n] ?? 0) / 127) * most;
  return weights;
};
