import { z } from 'zod';
import { conversionIn } from './conversions.ts';
import { convert } from './measures.ts';
import { defineTool, failed } from './tool.ts';

export const unitConversion = defineTool({
  id: 'unit_conversion',
  name: 'Unit conversion',
  progress: 'Converting',
  description: 'Converts an amount from one unit to another.',
  rule: 'unit_conversion: the same quantity in another unit (length, weight, temperature, volume, speed, area, data).',
  examples: [
    'convert a measurement from one unit to another',
    'how many of one unit are in another unit',
    'change temperatures between Celsius, Fahrenheit and Kelvin',
    'convert weights such as pounds, ounces and kilograms',
    'convert lengths and distances such as miles, feet, inches and kilometres',
    'convert kitchen volumes such as cups, tablespoons, litres and gallons',
  ],
  parameters: z.object({ amount: z.number(), from: z.string().min(1).max(40), to: z.string().min(1).max(40) }),
  offline: true,
  idempotent: true,
  dataSources: ['mathjs'],
  fromMessage: conversionIn,
  execute({ amount, from, to }) {
    try {
      const result = convert(amount, from, to);
      const input = `${amount} ${from}`;
      return {
        success: true,
        data: { amount, from, to, result },
        spoken: `${input} is ${result} ${to}.`,
        blocks: [{ type: 'value', title: 'Conversion', input, result: `${result} ${to}` }],
      };
    } catch (error) {
      return failed(`this cannot be converted: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
});
