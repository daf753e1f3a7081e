import { parseArgs } from 'node:util';
import { z } from 'zod';
import { doorNames } from './door.ts';
import { storeNames } from './places.ts';

const workloadNames = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'] as const;

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
  profile: z.string().optional(),
  quick: z.boolean().default(false),
});
export type Options = z.infer<typeof schema>;

const HELP = `npm run bench -- [options]

  --only ${workloadNames.join(',')}
      W1 latency, W2 throughput, W3 fan-out, W4 replay, W5 the event store alone, W6 idle readers,
      W7 from SIGKILL of the process that runs a turn to the next token at a client of another
  --store ${storeNames.join(',')}
      eventstoredb is \`turnlog gateway\` on Postgres, in a process of its own
  --door ${doorNames.join(',')}
  --quick           a little of each, to see that it works; its figures mean nothing and are not kept
  --server <file>   another build's main.js, with its cli.js beside it
  --profile <folder>  a CPU profile of each process goes there

Lists are separated by commas; each is all when left out. W7 needs two processes on one store, so not pglite.
`;

/** Null where only help was asked for, which is printed. @throws what is not understood, with what is */
export const readOptions = (args: string[]): Options | null => {
  const option = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { only: option, store: option, door: option, server: option, profile: option, quick: flag, help: flag },
    });
    if (!values.help) return schema.parse(values);
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error;
    throw new Error(`${why}\n\n${HELP}`);
  }
  process.stdout.write(HELP);
  return null;
};
