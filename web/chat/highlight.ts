import { createCodePlugin } from '@streamdown/code';

const plugin = createCodePlugin({ themes: ['github-light-default', 'github-dark-default'] });

/** A piece of a line, and its colour as a CSS value for both themes. */
export type Piece = { readonly text: string; readonly color: string | undefined };
export type Line = readonly Piece[];
export type Highlighted = { readonly code: string; readonly lines: readonly Line[] };

type Result = NonNullable<ReturnType<typeof plugin.highlight>>;
const drawn = new WeakMap<Result['tokens'][number], Line>();

const colorOf = (style: Result['tokens'][number][number]['htmlStyle']): string | undefined => {
  const [light, dark] = [style?.color, style?.['--shiki-dark']];
  return light && dark ? `light-dark(${light}, ${dark})` : undefined;
};

/** The same object for a line that did not change, so that it is not drawn again. */
const lineOf = (tokens: Result['tokens'][number]): Line => {
  const known = drawn.get(tokens);
  if (known) return known;
  const line = tokens.map(({ content, htmlStyle }) => ({ text: content, color: colorOf(htmlStyle) }));
  drawn.set(tokens, line);
  return line;
};

/**
 * `told` hears of the colours: at once where they are known, later where the grammar has to be loaded first, never for a
 * language that nobody knows.
 */
export const highlight = (
  { code, language, isIncomplete }: { code: string; language: string; isIncomplete: boolean },
  told: (highlighted: Highlighted) => void,
): void => {
  const name = plugin.getSupportedLanguages().find((known) => known === language.toLowerCase());
  if (!name) return;
  const tell = ({ tokens }: Result) => told({ code, lines: tokens.map(lineOf) });
  const known = plugin.highlight({ code, language: name, isIncomplete, themes: plugin.getThemes() }, tell);
  if (known) tell(known);
};
