import { readFileSync, writeFileSync } from 'node:fs';
import { tools } from '../../../tools/index.ts';
import { learning } from './classifier.ts';
import { openFeatures } from './features.ts';
import { examplesOf, hashOf, labelsOf, packWeights } from './model.ts';
import training from './training.json' with { type: 'json' };

// Learns from the tools' examples and the sample messages; `npm run build:router` writes the file beside it.
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const featuresOf = openFeatures(read('vectors.txt'), read('vocabulary.txt'));
const steps = learning(examplesOf(tools, training, featuresOf), labelsOf(tools));
let step = steps.next();
while (!step.done) step = steps.next();
writeFileSync(new URL('weights.txt', import.meta.url), packWeights(hashOf(tools, training), step.value));
