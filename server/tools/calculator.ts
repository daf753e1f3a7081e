import { z } from 'zod';
import { calculate } from './arithmetic.ts';
import { expressionIn } from './sums.ts';
import { defineTool, failed } from './tool.ts';

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
