import { lazy, memo, Suspense } from 'react';
import type { Source } from '../graphql/shapes.ts';

const Formatted = lazy(() => import('./formatted.tsx'));

type Props = { text: string; isWriting: boolean; sources?: readonly Source[] };

const none: readonly Source[] = [];

/** Text as it is being written: half a list, an open code fence and a lone asterisk look as they will. A `[1]` is a chip of its source. */
export const Markdown = memo(({ text, isWriting, sources = none }: Props) => (
  <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
    <Formatted text={text} isWriting={isWriting} sources={sources} />
  </Suspense>
));
