import { lazy, memo, Suspense } from 'react';

const Shown = lazy(() => import('./shown.tsx'));

/** What tools found, as it stands in the log. */
export const Blocks = memo(({ blocks }: { blocks: readonly unknown[] }) =>
  blocks.length === 0 ? null : (
    <Suspense fallback={<div className="h-28 animate-pulse rounded-xl border border-line bg-raised" />}>
      <Shown blocks={blocks} />
    </Suspense>
  ),
);
