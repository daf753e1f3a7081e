import { Popover } from '@base-ui/react/popover';
import { createContext, type ReactNode, useContext } from 'react';
import type { Source } from '../graphql/shapes.ts';

/** What the numbers in the prose below mean. */
export const CitedSources = createContext<readonly Source[]>([]);

const Chip = ({ n, source: { title, url, snippet } }: { n: number; source: Source }) => (
  <Popover.Root>
    <Popover.Trigger
      openOnHover
      aria-label={`Source ${n}: ${title}`}
      className="mx-0.5 cursor-pointer rounded-md bg-hover px-1.5 align-[0.15em] font-sans text-[0.65em] leading-normal text-soft tabular-nums transition-colors hover:text-ink data-popup-open:text-ink"
    >
      {n}
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner sideOffset={6} className="z-50">
        <Popover.Popup className="flex w-[min(20rem,calc(100vw-2rem))] flex-col gap-1 rounded-xl border border-line bg-raised p-4 text-sm shadow-lg outline-none [overflow-wrap:anywhere]">
          <Popover.Title className="font-medium">
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="text-accent underline decoration-1 underline-offset-[0.18em]"
              >
                {title}
              </a>
            ) : (
              title
            )}
          </Popover.Title>
          {url && <span className="text-xs text-soft">{new URL(url).hostname}</span>}
          {snippet && <Popover.Description className="line-clamp-6 text-soft">{snippet}</Popover.Description>}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);

/** A number in brackets: a chip where there is a source of that number, else as it was written. */
export const Citation = ({ children }: { children?: ReactNode }) => {
  const n = Number(children);
  const source = useContext(CitedSources)[n - 1];
  return source ? <Chip n={n} source={source} /> : `[${children}]`;
};
