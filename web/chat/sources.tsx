import { memo } from 'react';
import type { Source } from '../graphql/shapes.ts';

const looks = 'flex max-w-full items-baseline gap-2 rounded-lg border border-line bg-raised px-2.5 py-1 text-sm';

const Named = ({ source: { title, url }, n }: { source: Source; n: number }) => (
  <>
    <span className="text-soft tabular-nums">{n}</span>
    <span className="truncate">{title}</span>
    {url && <span className="shrink-0 text-xs text-soft">{new URL(url).hostname.replace(/^www\./, '')}</span>}
  </>
);

/** Under an answer: what it cites, by its numbers. */
export const Sources = memo(({ sources }: { sources: readonly Source[] }) =>
  sources.length === 0 ? null : (
    <ol aria-label="Sources" className="flex flex-wrap gap-2">
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a source's number is its name
        <li key={index} className="flex max-w-full min-w-0">
          {source.url ? (
            <a
              href={source.url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${looks} transition-colors hover:bg-hover`}
            >
              <Named source={source} n={index + 1} />
            </a>
          ) : (
            <span className={looks}>
              <Named source={source} n={index + 1} />
            </span>
          )}
        </li>
      ))}
    </ol>
  ),
);
