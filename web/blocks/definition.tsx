import { BookOpen } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card, More } from './card.tsx';

const FEW = 3;

type Senses = BlockProps<'definition'>['block']['senses'];

const Meanings = ({ senses, from }: { senses: Senses; from: number }) => (
  <ol start={from} className="mt-2 list-decimal space-y-2.5 pl-5 marker:text-soft">
    {senses.map(({ partOfSpeech, meaning, examples, synonyms, antonyms = [] }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sense's place is its name
      <li key={index}>
        <span className="mr-2 text-sm text-soft italic">{partOfSpeech}</span>
        {meaning}
        {examples.length > 0 && <p className="font-serif text-soft italic">“{examples.join('” · “')}”</p>}
        {synonyms.length > 0 && <p className="text-sm text-soft">Also: {synonyms.join(', ')}</p>}
        {antonyms.length > 0 && <p className="text-sm text-soft">Opposite: {antonyms.join(', ')}</p>}
      </li>
    ))}
  </ol>
);

export const Definition = ({ block: { title, word, senses } }: BlockProps<'definition'>) => (
  <Card title={title} icon={BookOpen}>
    <p className="font-serif text-2xl">{word}</p>
    <Meanings senses={senses.slice(0, FEW)} from={1} />
    {senses.length > FEW && (
      <More label={`${senses.length - FEW} more meanings`}>
        <Meanings senses={senses.slice(FEW)} from={FEW + 1} />
      </More>
    )}
  </Card>
);
