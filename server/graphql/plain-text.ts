import { Marked, type Tokens } from 'marked';
import { withoutEntities } from '../../schema/entities.ts';

const inOneLine = (pieces: readonly string[]): string => `${pieces.join(' ')}\n`;

/** Every sign is left out, every word stays: of pictures what they show, of links what they are called. */
const reader = new Marked<string>({
  renderer: {
    space: () => '\n',
    hr: () => '\n',
    def: () => '',
    br: () => '\n',
    checkbox: () => '',
    html: ({ text }) => text.replace(/<[^>]*>/g, ' '),
    code: ({ text }) => `${text}\n`,
    codespan: ({ text }) => text,
    image: ({ text }) => text,
    blockquote({ tokens }) {
      return this.parser.parse(tokens);
    },
    heading({ tokens }) {
      return `${this.parser.parseInline(tokens)}\n`;
    },
    paragraph({ tokens }) {
      return `${this.parser.parseInline(tokens)}\n`;
    },
    list({ items }) {
      return items.map((item) => this.listitem(item)).join('');
    },
    listitem({ tokens }) {
      return `${this.parser.parse(tokens)}\n`;
    },
    table({ header, rows }) {
      const say = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      return [header, ...rows].map((row) => inOneLine(row.map(say))).join('');
    },
    strong({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    em({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    del({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      return withoutEntities(token.text);
    },
  },
});

/** What a Markdown text says, without its signs; lines end where its parts do. A text that nests too deep stays as it is. */
export const plainText = (markdown: string): string => {
  try {
    return reader.parse(markdown, { async: false });
  } catch {
    return markdown; // the parser's stack has an end
  }
};
