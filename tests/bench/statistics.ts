import { z } from 'zod';

const quantile = (values: readonly number[], q: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const spreadSchema = z.object({ count: z.int(), p50: z.number(), p99: z.number() });
export type Spread = z.infer<typeof spreadSchema>;

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
});
