import { readFileSync, writeFileSync } from 'node:fs';
import { tools } from '../../../tools/index.ts';
import { learn, openModel, packWeights } from './model.ts';

// Learns from the tools' examples and the sample messages; `npm run build:router` writes the file beside it.
const read = (name: string) => readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8');
const model = openModel(tools, {
  vectors: read('vectors'),
  vocabulary: read('vocabulary'),
  names: read('names'),
  training: read('training'),
});
const steps = learn(model);
let step = steps.next();
while (!step.done) step = steps.next();
writeFileSync(new URL('weights.txt', import.meta.url), packWeights(model.hash, step.value));
process.stdout.write(`learnt from ${model.samples.length} messages\n`);
