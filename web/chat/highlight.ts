import { createHighlighterCore, type GrammarState, type HighlighterCore, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { languageOf } from './languages.ts';

/** A piece of a line, and its colour as a CSS value for both themes. */
export type Piece = { readonly text: string; readonly color: string | undefined };
export type Line = readonly Piece[];
export type Highlighted = { readonly code: string; readonly lines: readonly Line[] };

const themes = { light: 'github-light-default', dark: 'github-dark-default' };
/** So many beginnings of code are remembered: as many blocks can be written at a time without any being coloured anew. */
const MOST = 8;

/** Whole lines at the beginning of some code, and where the grammar stands behind them. */
type Begun = {
  readonly language: string;
  readonly prefix: string;
  readonly lines: readonly Line[];
  readonly state: GrammarState | undefined;
};
let begun: readonly Begun[] = [];

const loading = createHighlighterCore({
  themes: [import('shiki/themes/github-light-default.mjs'), import('shiki/themes/github-dark-default.mjs')],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

const lineOf = (tokens: readonly ThemedToken[]): Line =>
  tokens.map(({ content, htmlStyle }) => {
    const { color, '--shiki-dark': dark } = htmlStyle ?? {};
    return { text: content, color: color && dark ? `light-dark(${color}, ${dark})` : undefined };
  });

/** Goes on behind the lines that were coloured before; those stay the objects they were, and are not drawn again. */
const colour = (highlighter: HighlighterCore, code: string, language: string): Highlighted => {
  const read = (text: string, state: GrammarState | undefined) => {
    const options = { lang: language, themes, ...(state && { grammarState: state }) };
    const { tokens, grammarState } = highlighter.codeToTokens(text, options);
    return { lines: tokens.map(lineOf), state: grammarState };
  };
  const before = begun.find((one) => one.language === language && code.startsWith(one.prefix));
  let now: Begun = before ?? { language, prefix: '', lines: [], state: undefined };
  const end = code.lastIndexOf('\n') + 1;
  if (end > now.prefix.length) {
    const more = read(code.slice(now.prefix.length, end - 1), now.state);
    now = { language, prefix: code.slice(0, end), lines: [...now.lines, ...more.lines], state: more.state };
  }
  if (end > 0) begun = [now, ...begun.filter((one) => one !== before)].slice(0, MOST);
  return { code, lines: [...now.lines, ...read(code.slice(end), now.state).lines] };
};

/** The colours of some code, once its grammar is there; null for a language that nobody knows. */
export const highlight = async (code: string, written: string): Promise<Highlighted | null> => {
  const language = languageOf(written);
  if (!language) return null;
  const highlighter = await loading;
  if (!highlighter.getLoadedLanguages().includes(language.name)) await highlighter.loadLanguage(language.load);
  return colour(highlighter, code, language.name);
};
