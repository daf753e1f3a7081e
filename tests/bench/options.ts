import { parseArgs } from 'node:util';
import { z } from 'zod';
import { doorNames } from './door.ts';

const workloadNames = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6'] as const;
const storeNames = ['postgres', 'pglite'] as const;

const listOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .optional()
    .transform((list) => (list ? list.split(',') : [...names]))
    .pipe(z.array(z.enum(names)));

const schema = z.object({
  only: listOf(workloadNames),
  store: listOf(storeNames),
  door: listOf(doorNames),
  server: z.string().default('dist/server/main.js'),
});
export type Options = z.infer<typeof schema>;

/** `--only W1,W3 --store postgres --door sse`, each all when left out; `--server` names another build. */
export const readOptions = (args: string[]): Options => {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { only: option, store: option, door: option, server: option } });
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const names = [workloadNames, storeNames, doorNames].map((list) => list.join(','));
  throw new Error(`bench takes --only ${names[0]} --store ${names[1]} --door ${names[2]}`);
};
