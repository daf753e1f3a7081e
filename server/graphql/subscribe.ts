import { createSourceEventStream, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { TurnlogError } from '../errors.ts';
import type { Context } from './context.ts';
import type { Mask } from './errors.ts';
import type { Lifetimes } from './lifetimes.ts';
import { openResults, type Result, resultOf } from './results.ts';

type Subscribed = AsyncIterableIterator<Result, undefined> | ExecutionResult;
type Deps = { readonly lifetimes: Lifetimes; readonly mask: Mask };

const owned = (lifetime: AbortController) => ({ signal: lifetime.signal, abort: () => lifetime.abort() });

const DONE = { done: true, value: undefined } as const;

/**
 * Subscribes: a result for each event of the source. What breaks the source is its last result; so is the end of the
 * session or of the server, which a client must not take for the end of the story.
 */
export const createSubscribe = ({ lifetimes, mask }: Deps) => {
  const results = openResults(mask);
  const failure = (error: unknown) => resultOf({ errors: [mask(error)] });

  return async (args: ExecutionArgs & { contextValue: Context }): Promise<Subscribed> => {
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return { errors: (source.errors ?? []).map(mask) };
    const { identity, lifetime } = args.contextValue;
    // A socket's lifetime is not ours to end, and a socket says by its close code why it ends.
    const { signal, abort } = lifetime
      ? { signal: lifetime, abort: () => undefined }
      : owned(lifetimes.begin(identity));
    const toResult = results.of(args);
    const iterator = source[Symbol.asyncIterator]();
    let ended = false;

    const leave = () => {
      iterator.return?.()?.catch(() => undefined);
    };
    const end = () => {
      ended = true;
      signal.removeEventListener('abort', leave);
      abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });

    const subscribed: AsyncIterableIterator<Result, undefined> = {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        if (ended) return DONE;
        try {
          const event = await iterator.next();
          if (!event.done) {
            const value = toResult(event.value);
            return { done: false, value: value instanceof Promise ? await value : value };
          }
        } catch (error) {
          end();
          return { done: false, value: failure(error) };
        }
        const { reason } = signal;
        end();
        return reason instanceof TurnlogError && !lifetime ? { done: false, value: failure(reason) } : DONE;
      },
      async return() {
        end();
        await iterator.return?.();
        return DONE;
      },
    };
    return subscribed;
  };
};
