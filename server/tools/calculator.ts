import type { MathNode } from 'mathjs';
import mathjs from 'mathjs/lib/browser/math.js';
import { z } from 'zod';
import { defineTool, failed } from './tool.ts';

const MAX_NODES = 200;
const MAX_FACTORIAL = 1_000;

const { all, create } = mathjs;
/** Numbers with forty digits where that is cheap, floating point where a function would take its time over them. */
const exact = create(all ?? {}, { number: 'BigNumber', precision: 40 });
const floating = create(all ?? {}, { number: 'number' });

const cheap = new Set(['abs', 'ceil', 'floor', 'round', 'sqrt', 'min', 'max', 'mean', 'sum', 'sign', 'mod']);
const costly = new Set([
  ...['cbrt', 'exp', 'log', 'log2', 'log10', 'ln', 'gcd', 'lcm', 'hypot', 'median', 'std', 'nthRoot'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'factorial', 'combinations'],
]);
const constants = new Set(['pi', 'e', 'tau', 'phi']);

/** Whether a node may stand in an expression: no assignment, no function but those above, no text, no list. */
const check = (node: MathNode): { allowed: boolean; isCheap: boolean } => {
  if ('isConstantNode' in node) return { allowed: 'value' in node && typeof node.value !== 'string', isCheap: true };
  if ('isParenthesisNode' in node) return { allowed: true, isCheap: true };
  if ('isSymbolNode' in node && 'name' in node && typeof node.name === 'string') {
    return { allowed: constants.has(node.name) || cheap.has(node.name) || costly.has(node.name), isCheap: true };
  }
  if ('isFunctionNode' in node && 'fn' in node) {
    const name = String(node.fn);
    return { allowed: cheap.has(name) || costly.has(name), isCheap: cheap.has(name) };
  }
  if ('isOperatorNode' in node && 'op' in node && 'args' in node && Array.isArray(node.args)) {
    const [first] = node.args;
    const isSmall = Number(String(first)) <= MAX_FACTORIAL;
    const allowed = ['+', '-', '*', '/', '^', '%', '!'].includes(String(node.op));
    return { allowed, isCheap: node.op !== '!' || isSmall };
  }
  return { allowed: false, isCheap: true };
};

/** The value of an arithmetic expression, in words fit to show; throws where it isn't one. */
const calculate = (expression: string): string => {
  const root = floating.parse(expression);
  let nodes = 0;
  let isCheap = true;
  root.traverse((node) => {
    nodes += 1;
    const verdict = check(node);
    if (!verdict.allowed) throw new Error(`${node} cannot be part of a calculation`);
    isCheap &&= verdict.isCheap;
  });
  if (nodes > MAX_NODES) throw new Error('the calculation is too long');
  const math = isCheap ? exact : floating;
  const value: unknown = math.evaluate(expression.replace(/\bln\(/g, 'log('));
  const text = math.format(value, { precision: isCheap ? 20 : 12, lowerExp: -9, upperExp: 21 });
  if (!/^-?[\d.]+(e[+-]?\d+)?$/.test(text)) throw new Error(`the result is ${text}`);
  return text;
};

const words: [RegExp, string][] = [
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/(\d(?:\.\d+)?)\s*(?:%|percent)\s+of\s+/g, '$1/100*'],
  [/\bsquare root of\s+\(?(\d[\d.]*)\)?/g, 'sqrt($1)'],
  [/\bcube root of\s+\(?(\d[\d.]*)\)?/g, 'cbrt($1)'],
  [/\b(?:divided by|over)\b|÷|:/g, '/'],
  [/\b(?:times|multiplied by)\b|×|·/g, '*'],
  [/(\d|\))\s*x\s*(?=\d|\()/g, '$1*'],
  [/\bplus\b/g, '+'],
  [/\bminus\b|−|–/g, '-'],
  [/\bto the power of\b|\*\*/g, '^'],
  [/\bsquared\b/g, '^2'],
  [/\bcubed\b/g, '^3'],
  [/\bmodulo\b|\bmod\b(?!\()/g, '%'],
];
const asked =
  /^(?:hey[, ]+)?(?:please |can you |could you )?(?:what(?:'s| is|s)|how much is|calculate|compute|work out|evaluate|solve|tell me)?(?: the)?(?: (?:result|value|answer|sum) of)?\s*/;

/** The expression that a sentence asks for, as the calculator reads it; null where it holds none. */
const expressionIn = (message: string): string | null => {
  let text = message
    .toLowerCase()
    .trim()
    .replace(asked, '')
    .replace(/[\s?=.!]*$/, (end) => (end.startsWith('!') ? '!' : ''));
  for (const [pattern, replacement] of words) text = text.replace(pattern, replacement);
  text = text.replace(/,? please$/, '').trim();
  if (!/\d/.test(text) || !/[-+*/^%!(]/.test(text)) return null;
  try {
    calculate(text);
    return text;
  } catch {
    return null;
  }
};

export const calculator = defineTool({
  id: 'calculator',
  name: 'Calculator',
  progress: 'Calculating',
  description: 'Evaluates an arithmetic expression.',
  rule: 'calculator: arithmetic, percentages, powers, roots, trigonometry; never for units.',
  examples: [
    'calculate the result of an arithmetic expression with numbers',
    'add, subtract, multiply or divide numbers',
    'work out a percentage of an amount, such as a tip or a discount',
    'evaluate powers, square roots and logarithms',
    'solve a sum or a product of several numbers',
    'compute trigonometric functions such as sine and cosine',
  ],
  parameters: z.object({ expression: z.string().min(1).max(500).describe('such as (12.5 + 3) * 2^4') }),
  offline: true,
  idempotent: true,
  dataSources: ['mathjs'],
  fromMessage: (message) => {
    const expression = expressionIn(message);
    return expression ? { expression } : null;
  },
  execute({ expression }) {
    try {
      const result = calculate(expressionIn(expression) ?? expression);
      return {
        success: true,
        data: { expression, result },
        spoken: `${expression} = ${result}`,
        blocks: [{ type: 'value', title: 'Calculation', input: expression, result }],
      };
    } catch (error) {
      return failed(`this cannot be calculated: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
});
