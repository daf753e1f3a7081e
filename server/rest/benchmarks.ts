import { setImmediate as immediate } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Identity } from '../auth/identity.ts';
import { parseInput } from '../commands/input.ts';
import { TurnlogError } from '../errors.ts';
import type { Benchmarks } from '../generation/benchmark/benchmarks.ts';
import type { Providers } from '../providers/index.ts';
import type { Time } from '../time.ts';
import { type DoorEnv, requireScope } from './guards.ts';
import { breakOffWith, openSse } from './sse.ts';

type BenchmarkDoor = Pick<Time, 'elapsed' | 'later'> & {
  readonly auth: Pick<Auth, 'authenticate' | 'watchIdentity'>;
  readonly benchmarks: Benchmarks;
  readonly providers: Pick<Providers, 'resolve'>;
  readonly log: { warn(obj: object, msg: string): void };
};

const model = z.string().min(1).max(200).optional();
export const routerQuery = z.strictObject({ model });
export const chatQuery = z.strictObject({
  model,
  runs: z
    .string()
    .regex(/^\d+$/, 'a whole number from 1 to 20')
    .transform(Number)
    .pipe(z.int().min(1).max(20))
    .default(3),
});

type Step = { readonly type: string };
const frame = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

const reasonOf = (error: unknown): string =>
  error instanceof TurnlogError && error.code !== 'UNEXPECTED' ? error.message : 'something went wrong while measuring';

/**
 * `/api/admin/chat-benchmark/stream?model=&runs=` and `/api/admin/router-benchmark/stream?model=`: each step is an SSE event
 * named by its type, the last one `result` or `error`. One benchmark runs at a time, and ends when its reader leaves.
 */
export const benchmarkRoutes = ({ auth, benchmarks, providers, elapsed, later, log }: BenchmarkDoor) => {
  let isRunning = false;

  const write = async (
    response: NonNullable<DoorEnv['Bindings']['outgoing']>,
    identity: Identity,
    steps: (signal: AbortSignal) => AsyncIterable<Step>,
  ): Promise<void> => {
    const sse = openSse(response, { elapsed, later });
    breakOffWith(sse, (signal) => auth.watchIdentity(identity, signal));
    try {
      for await (const step of steps(sse.signal)) {
        await sse.write([frame(step.type, step)]);
        await immediate(); // others have their turn between two steps
      }
    } catch (error) {
      if (sse.signal.aborted) return;
      log.warn({ err: error }, 'a benchmark broke off');
      await sse.write([frame('error', { error: reasonOf(error) })]);
    } finally {
      isRunning = false;
      sse.end();
    }
  };
  const stream = (c: Context<DoorEnv>, steps: (signal: AbortSignal) => AsyncIterable<Step>) => {
    const response = c.env.outgoing;
    if (!response) throw new TurnlogError('UNEXPECTED', "a stream needs Node's response");
    if (isRunning) throw new TurnlogError('REJECTED', 'a benchmark runs already: two would measure each other');
    isRunning = true;
    void write(response, c.get('identity'), steps);
    return RESPONSE_ALREADY_SENT;
  };

  return new Hono<DoorEnv>()
    .basePath('/api/admin')
    .use(requireScope(auth, 'admin'))
    .get('/chat-benchmark/stream', async (c) => {
      const asked = parseInput(chatQuery, c.req.query());
      const found = await providers.resolve(asked.model);
      return stream(c, (signal) => benchmarks.chat(found, asked.runs, signal));
    })
    .get('/router-benchmark/stream', async (c) => {
      const asked = parseInput(routerQuery, c.req.query());
      const chooser = asked.model === undefined ? null : await providers.resolve(asked.model);
      return stream(c, (signal) => benchmarks.router(chooser, signal));
    });
};
