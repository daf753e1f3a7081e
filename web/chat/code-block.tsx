import { Check, Copy } from 'lucide-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useIsCodeFenceIncomplete } from 'streamdown';
import { useCopy } from '../ui/copy.ts';
import type { Highlighted, Line } from './highlight.ts';

const Coloured = memo(({ line }: { line: Line }) =>
  line.map(({ text, color }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
    <span key={index} style={{ color }}>
      {text}
    </span>
  )),
);

/** So many blocks keep their colours: a row that comes into view again has them at once. */
const MOST = 200;
const coloured = new Map<string, Highlighted>();

const keep = (name: string, highlighted: Highlighted): void => {
  const [oldest] = coloured.keys();
  if (coloured.size >= MOST && oldest !== undefined) coloured.delete(oldest);
  coloured.set(name, highlighted);
};

/** The colours of the code as far as they are known; null until then. The highlighter is loaded when first needed. */
const useHighlighted = (code: string, language: string, isIncomplete: boolean): Highlighted | null => {
  const name = `${language}\n${code}`;
  const [highlighted, setHighlighted] = useState<Highlighted | null>(() => coloured.get(name) ?? null);
  useEffect(() => {
    if (language === '' || coloured.has(name)) return setHighlighted(coloured.get(name) ?? null);
    let isCurrent = true;
    const colour = async () => {
      const { highlight } = await import('./highlight.ts');
      const done = await highlight(code, language);
      if (done && !isIncomplete) keep(name, done);
      if (isCurrent) setHighlighted(done);
    };
    colour().catch(() => undefined); // It stays in one colour.
    return () => {
      isCurrent = false;
    };
  }, [name, code, language, isIncomplete]);
  return highlighted && code.startsWith(highlighted.code) ? highlighted : null;
};

const CopyCode = ({ code }: { code: string }) => {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => copy(code)}
      className="flex cursor-pointer items-center gap-1.5 rounded-md px-2 py-1 transition-colors hover:bg-hover hover:text-ink"
    >
      <Icon className="size-3.5" aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy code'}</span>
    </button>
  );
};

const CodeBlock = ({ code, language }: { code: string; language: string }) => {
  const highlighted = useHighlighted(code, language, useIsCodeFenceIncomplete());
  const rest = code.slice(highlighted?.code.length ?? 0);
  return (
    <figure className="my-4 overflow-hidden rounded-xl border border-line bg-raised font-sans text-sm">
      <figcaption className="flex items-center justify-between border-b border-line py-1 pr-1.5 pl-4 text-xs text-soft">
        <span>{language || 'text'}</span>
        <CopyCode code={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too wide has to be scrolled by keyboard, too */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3 text-[0.8125rem] leading-relaxed">
        <code dir="ltr">
          {highlighted?.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its name
            <span key={index}>
              {index > 0 && '\n'}
              <Coloured line={line} />
            </span>
          ))}
          {rest}
        </code>
      </pre>
    </figure>
  );
};

const textOf = (node: ReactNode): string => {
  if (typeof node === 'string') return node;
  return Array.isArray(node) ? node.map(textOf).join('') : '';
};

type Props = { className?: string | undefined; children?: ReactNode; 'data-block'?: string };

/** Code within a line, or a block of it. */
export const Code = ({ className, children, 'data-block': isBlock }: Props) =>
  isBlock === undefined ? (
    <code className="rounded-md bg-hover px-1.5 py-0.5 font-mono text-[0.8em]">{children}</code>
  ) : (
    <CodeBlock
      code={textOf(children).replace(/\n$/, '')}
      language={/language-(\S+)/.exec(className ?? '')?.[1] ?? ''}
    />
  );
