import { type ComponentProps, useEffect, useState } from 'react';
import { defaultRehypePlugins, type PluginConfig, Streamdown } from 'streamdown';
import type { Source } from '../graphql/shapes.ts';
import { Scrolling } from '../ui/scrolling.tsx';
import { Citation, CitedSources } from './citation.tsx';
import { CITATION, citations } from './citation-plugin.ts';
import { Code } from './code-block.tsx';
import { loadHtml } from './html-plugin.ts';
import { normaliseMath } from './math.ts';
import { safeUrl } from './safe-url.ts';

/** A picture is a link to it: loading it would tell its host, whom a model chose, who reads this and when. */
const Picture = ({ src, alt }: ComponentProps<'img'>) => {
  const name = alt?.trim() || 'Picture';
  const address = typeof src === 'string' ? safeUrl(src) : null;
  if (address === null) return name;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
};

const Table = ({ children }: ComponentProps<'table'>) => (
  <Scrolling label="Table" className="my-4 rounded-xl border border-line">
    <table className="w-full">{children}</table>
  </Scrolling>
);

/** Of a list of tasks. */
const Task = ({ checked }: ComponentProps<'input'>) => (
  <input type="checkbox" aria-label={checked ? 'Done' : 'Not done'} checked={checked ?? false} disabled readOnly />
);

const components = { img: Picture, code: Code, table: Table, input: Task, [CITATION]: Citation };

const { raw, ...others } = defaultRehypePlugins;
/** HTML is shown as it was written. */
const withoutHtml = [...Object.values(others), citations];
/** HTML means what it says, as far as it is harmless. */
const withHtml = [...(raw ? [raw] : []), ...withoutHtml];
const HTML = /<[a-z!/?]/i;

const useRehypePlugins = (hasHtml: boolean) => {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!hasHtml) return;
    loadHtml().then(
      () => setLoaded(true),
      () => undefined, // It stays as it was written.
    );
  }, [hasHtml]);
  return hasHtml && isLoaded ? withHtml : withoutHtml;
};

const withoutMath: PluginConfig = {};

/** With mathematics once the text holds a formula and its renderer has come. */
const usePlugins = (hasFormula: boolean): PluginConfig => {
  const [plugins, setPlugins] = useState(withoutMath);
  useEffect(() => {
    if (!hasFormula) return;
    import('./math-plugin.ts').then(
      ({ math }) => setPlugins({ math }),
      () => undefined, // Formulas stay as they were written.
    );
  }, [hasFormula]);
  return plugins;
};

type Props = { text: string; isWriting: boolean; sources: readonly Source[] };

/** In a chunk of its own: it weighs more than everything else. */
export default function Formatted({ text, isWriting, sources }: Props) {
  const markdown = normaliseMath(text);
  const rehypePlugins = useRehypePlugins(HTML.test(markdown));
  const plugins = usePlugins(markdown.includes('$$'));
  return (
    <CitedSources value={sources}>
      <Streamdown
        className="prose"
        // Also when it is finished: the other mode would draw all of it anew.
        mode="streaming"
        parseIncompleteMarkdown={isWriting}
        isAnimating={isWriting}
        caret="circle"
        controls={false}
        components={components}
        rehypePlugins={rehypePlugins}
        linkSafety={{ enabled: false }}
        plugins={plugins}
        urlTransform={safeUrl}
      >
        {markdown}
      </Streamdown>
    </CitedSources>
  );
}
