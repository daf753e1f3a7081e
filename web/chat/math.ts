/** Fenced blocks and code spans: nothing in them is a formula. An open fence reaches to the end. */
const code = /(^[ \t]*(?:```|~~~)[\s\S]*?(?:^[ \t]*(?:```|~~~)[ \t]*$|(?![\s\S]))|`+[^`\n]+`+)/gm;

const inline = (_: string, formula: string): string => `$$${formula.trim()}$$`;
const block = (_: string, indent: string, formula: string): string =>
  [`$$`, ...formula.trim().split('\n'), `$$`].map((line) => indent + line.trim()).join('\n');

const outsideCode = (text: string): string =>
  text
    .replace(/^([ \t]*)\\\[([\s\S]+?)\\\][ \t]*$/gm, block)
    .replace(/^([ \t]*)\$\$([^\n$]+)\$\$[ \t]*$/gm, block)
    .replace(/\\\[([^\n]+?)\\\]/g, inline)
    .replace(/\\\(([^\n]+?)\\\)/g, inline)
    // As Pandoc has it: no space within the signs and no digit behind, so that `$5 and $10` are sums of money.
    .replace(/(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s\\$])\$(?![\w$])/g, inline);

/**
 * Models write formulas in several ways: `\(…\)` and `$…$` within a line, `\[…\]` and `$$…$$` on lines of their own. All
 * become the one way that the renderer takes without mistaking money for mathematics: between double signs.
 */
export const normaliseMath = (text: string): string =>
  /\$|\\[([]/.test(text)
    ? text
        .split(code)
        .map((part, index) => (index % 2 === 1 ? part : outsideCode(part)))
        .join('')
    : text;
