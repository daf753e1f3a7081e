import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Markdown } from './markdown.tsx';

type Props = { text: string; isWriting: boolean };

/** What a model thought before it answered: closed, since few want to read it. It is drawn only while it is open. */
export const Thinking = ({ text, isWriting }: Props) => {
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') return null;
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group/thinking">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded-md text-sm text-soft hover:text-ink">
        <ChevronRight
          className="size-4 transition-transform group-open/thinking:rotate-90 motion-reduce:transition-none"
          aria-hidden="true"
        />
        <span className={isWriting ? 'animate-pulse' : ''}>{isWriting ? 'Thinking…' : 'Thinking'}</span>
      </summary>
      {isOpen && (
        <div className="mt-2 ml-2 border-l-2 border-line pl-4 text-[0.9rem] text-soft">
          <Markdown text={text} isWriting={isWriting} />
        </div>
      )}
    </details>
  );
};
