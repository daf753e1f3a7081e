import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from '../ui/copy.ts';
import { Time } from '../ui/time.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

const CopyButton = ({ text }: { text: string }) => {
  const { copied, copy } = useCopy();
  const label = copied === null ? 'Copy' : copied ? 'Copied' : 'The browser does not let this page copy';
  return (
    <>
      <ToolbarButton label={label} icon={copied ? Check : Copy} onClick={() => copy(text)} />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  );
};

type Props = {
  /** What the copy button copies. */
  text: string;
  /** ISO 8601. */
  at: string | null;
  model?: string | null;
  /** The side on which the message stands. */
  side: 'start' | 'end';
  /** More buttons, after the copy button. */
  children?: ReactNode;
};

/**
 * What can be done with a message, and when and by whom it was written. It shows when the pointer or the focus is within
 * the nearest `group`; on a touch screen always.
 */
export const MessageToolbar = ({ text, at, model = null, side, children }: Props) => (
  <div
    className={`flex min-h-7 flex-wrap items-center gap-0.5 text-xs text-soft opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 ${side === 'end' ? 'justify-end' : '-ml-1.5'}`}
  >
    {text !== '' && <CopyButton text={text} />}
    {children}
    <span className={`flex items-center gap-1.5 px-1.5 ${side === 'end' ? 'order-first' : ''}`}>
      {model && <span>{model}</span>}
      {model && at && <span aria-hidden="true">·</span>}
      {at && <Time at={at} />}
    </span>
  </div>
);
