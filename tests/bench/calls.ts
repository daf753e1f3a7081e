import { z } from 'zod';

const callSchema = z.object({ id: z.int(), name: z.string(), input: z.unknown() });
export const answerSchema = z.object({ id: z.int(), output: z.unknown().optional(), error: z.string().optional() });

/** In a child: answers its parent's calls, and ends when the parent is gone. */
export const answerCalls = (calls: Readonly<Record<string, (input: unknown) => unknown>>): void => {
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches the whole group; the parent decides when its children end.
  process.on('SIGINT', () => undefined);
  process.on('message', (message) => {
    const { id, name, input } = callSchema.parse(message);
    Promise.resolve(input)
      .then((given) => {
        const call = calls[name];
        if (!call) throw new Error(`no call ${name}`);
        return call(given);
      })
      .then(
        (output) => process.send?.({ id, output }),
        (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
      );
  });
};
