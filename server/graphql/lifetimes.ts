import { setMaxListeners } from 'node:events';
import type { Auth } from '../auth/auth.ts';
import type { Identity } from '../auth/identity.ts';
import { TurnlogError } from '../errors.ts';

export const serverStops = () => new TurnlogError('STORE_UNAVAILABLE', 'the server is stopping', { retryable: true });

/**
 * What lasts: a lifetime for each socket and each streamed response. Its signal aborts with a TurnlogError when the
 * session has ended (UNAUTHENTICATED) or the server stops (STORE_UNAVAILABLE); its owner aborts it at its own end.
 */
export const openLifetimes = (auth: Pick<Auth, 'watchIdentity'>) => {
  const living = new Set<AbortController>();
  let closed = false;
  const stop = (lifetime: AbortController) => lifetime.abort(serverStops());

  return {
    begin(identity: Identity): AbortController {
      const lifetime = new AbortController();
      const { signal } = lifetime;
      setMaxListeners(0, signal);
      living.add(lifetime);
      signal.addEventListener('abort', () => living.delete(lifetime), { once: true });
      auth.watchIdentity(identity, signal).then(
        () => lifetime.abort(new TurnlogError('UNAUTHENTICATED', 'the session has ended')),
        (error: unknown) => lifetime.abort(error),
      );
      if (closed) stop(lifetime);
      return lifetime;
    },
    close(): void {
      closed = true;
      for (const lifetime of [...living]) stop(lifetime);
    },
  };
};

export type Lifetimes = ReturnType<typeof openLifetimes>;
