import { lazy, memo, Suspense } from 'react';

const Formatted = lazy(() => import('./formatted.tsx'));

/** Text as it is being written: half a list, an open code fence and a lone asterisk look as they will. */
export const Markdown = memo(({ text, isWriting }: { text: string; isWriting: boolean }) => (
  <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
    <Formatted text={text} isWriting={isWriting} />
  </Suspense>
));
