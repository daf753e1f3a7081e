import { expect, it } from 'vitest';
import { CITATION, citations } from '../../../web/chat/citation-plugin.ts';

type Node = Parameters<ReturnType<typeof citations>>[0];
const text = (value: string): Node => ({ type: 'text', value });
const element = (tagName: string, ...children: Node[]): Node => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
const root = (...children: Node[]): Node => ({ type: 'root', children });

const marked = (...children: Node[]): Node => {
  const tree = root(...children);
  citations()(tree);
  return tree;
};
const cited = (n: string) => element(CITATION, text(n));

it('makes a number in brackets an element of its own, wherever it stands in prose', () => {
  expect(
    marked(element('p', text('It rises[1] and falls [2][13].')), element('ul', element('li', text('[3]')))),
  ).toEqual(
    root(
      element('p', text('It rises'), cited('1'), text(' and falls '), cited('2'), cited('13'), text('.')),
      element('ul', element('li', cited('3'))),
    ),
  );
});

it.each(['code', 'pre', 'a'])('leaves a number in a %s as it is', (tagName) => {
  const nodes = [element(tagName, text('list[1]'))];
  expect(marked(...structuredClone(nodes))).toEqual(root(...nodes));
});

it('leaves what is no number, or no number of a source, as it is', () => {
  const nodes = [text('[x] [ 1 ] [1234] [-1] [1.5] []')];
  expect(marked(...structuredClone(nodes))).toEqual(root(...nodes));
});
