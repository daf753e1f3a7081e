import { Search } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card, hostOf, More, Outward } from './card.tsx';

const FEW = 3;

type Results = BlockProps<'search_results'>['block']['results'];

const Found = ({ results }: { results: Results }) => (
  <ol className="flex flex-col gap-3">
    {results.map(({ title, url, snippet }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: one may be found twice
      <li key={index}>
        <Outward href={url} className="font-medium">
          {title || url}
        </Outward>
        <span className="ml-2 text-sm text-soft">{hostOf(url)}</span>
        {snippet && <p className="line-clamp-2 text-sm text-soft">{snippet}</p>}
      </li>
    ))}
  </ol>
);

export const SearchResults = ({ block: { title, results } }: BlockProps<'search_results'>) => (
  <Card title={title} icon={Search}>
    <Found results={results.slice(0, FEW)} />
    {results.length > FEW && (
      <More label={`${results.length - FEW} more`}>
        <div className="mt-3">
          <Found results={results.slice(FEW)} />
        </div>
      </More>
    )}
  </Card>
);
