import type { Tool } from '../../../tools/tool.ts';
import type { Example } from './classifier.ts';
import type { FeaturesOf } from './features.ts';
import type { Names } from './names.ts';

const CONVERSATION = 'conversation';
/** How often a message with names in it is learnt from, each time with other names. */
const VARIANTS = 3;

/** Sample messages by tool id, and of conversation; `{city}` stands for any name of that kind, `{city2}` for another. */
export type Training = ReadonlyMap<string, readonly string[]>;

/** `text`: a heading `## label` for each label, then a message a line. */
export const readTraining = (text: string): Training =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [label = '', ...messages] = section.trimEnd().split('\n');
        return [label, messages] as const;
      }),
  );

export const labelsOf = (tools: readonly Tool[]): string[] => [...tools.map(({ id }) => id), CONVERSATION];

/** The text with names put in; the same text, names and variant give the same. */
export const fill = (text: string, names: Names, variant: number): string => {
  let at = variant;
  for (let n = 0; n < text.length; n += 1) at = (Math.imul(at, 31) + text.charCodeAt(n)) >>> 0;
  return text.replace(/\{([a-z]+)2?\}/g, (slot, kind: string) => {
    const list = names.kinds.get(kind) ?? [];
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((at / 2 ** 32) * list.length)] ?? slot;
  });
};

export type Sample = { readonly label: string; readonly text: string };

/** The tools' examples and the sample messages, names not yet put in. */
export const samplesOf = (tools: readonly Tool[], training: Training): Sample[] =>
  labelsOf(tools).flatMap((label) => {
    const own = tools.find(({ id }) => id === label)?.examples ?? [];
    return [...own, ...(training.get(label) ?? [])].map((text) => ({ label, text }));
  });

/** Every third variant is learnt from as if its names weren't known: those that people use often aren't. */
export const examplesOf = (samples: readonly Sample[], names: Names, featuresOf: FeaturesOf): Example[] =>
  samples.flatMap(({ label, text }) =>
    Array.from({ length: text.includes('{') ? VARIANTS : 1 }, (_, variant) => ({
      label,
      features: featuresOf(fill(text, names, variant), { withoutNames: variant % 3 === 2 }),
    })),
  );
