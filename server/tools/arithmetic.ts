import type { MathNode } from 'mathjs';
import mathjs from 'mathjs/lib/browser/math.js';

const MAX_NODES = 200;
const MAX_FACTORIAL = 1_000;

/** Numbers with forty digits where that is cheap, floating point where a function would take its time over them. */
const exact = mathjs.create(mathjs.all ?? {});
// The build in one file hears of its numbers only afterwards.
exact.config({ number: 'BigNumber', precision: 40 });
const floating = mathjs.create(mathjs.all ?? {});

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
export const calculate = (expression: string): string => {
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
