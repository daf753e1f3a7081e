/** No element that a model can write: what it writes as HTML is cleaned of it before. */
export const CITATION = 'source-mark';

/** As much of a parsed text as this needs to know. */
type Node = { type: string; tagName?: string; value?: string; children?: Node[]; properties?: Record<string, never> };

const literal: ReadonlySet<string> = new Set(['code', 'pre', 'a', CITATION]);

const split = (text: string): Node[] =>
  text
    .split(/\[(\d{1,3})\]/)
    .map((part, index): Node => {
      const piece: Node = { type: 'text', value: part };
      return index % 2 === 0 ? piece : { type: 'element', tagName: CITATION, properties: {}, children: [piece] };
    })
    .filter(({ value }) => value !== '');

const mark = (node: Node): void => {
  if (!node.children || literal.has(node.tagName ?? '')) return;
  for (const child of node.children) mark(child);
  node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child.value ?? '') : [child]));
};

/** Makes every `[1]` in prose an element of its own. Of code, formulas and links it leaves each as it is. */
export const citations = () => mark;
