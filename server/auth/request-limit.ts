import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddress } from './address.ts';
import type { Auth } from './auth.ts';
import { refusalOf } from './refusal.ts';

const WINDOW_SECONDS = 60;

/** Requests a minute, in each process; 0 sets no limit. */
export type RateLimits = { readonly user: number; readonly address: number };

const openLimit = (points: number) => {
  if (points === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  return async (key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      throw refusalOf(refusal, 'too many requests, try again later');
    }
  };
};

/** Where a request comes from: the peer of its connection, and what a proxy says of the client. */
export type Origin = { readonly peer: string | undefined; readonly forwardedFor: string | null | undefined };
/** @throws TurnlogError RATE_LIMITED with `details.retryAfterSeconds` */
export type AdmitAddress = (origin: Origin) => Promise<void>;

export const openRequestLimits = (limits: RateLimits, { behindProxy }: { behindProxy: boolean }) => {
  const admitAddress = openLimit(limits.address);
  const admitUser = openLimit(limits.user);
  return {
    admitAddress: (async ({ peer, forwardedFor }) =>
      admitAddress(clientAddress(peer, forwardedFor, { behindProxy }))) satisfies AdmitAddress,

    /** As `auth`, for a door: every request and every operation of a socket counts for its user, and may be refused. */
    atDoor: (auth: Auth): Auth => ({
      ...auth,
      async authenticate(request) {
        const identity = await auth.authenticate(request);
        if (identity) await admitUser(identity.userId);
        return identity;
      },
      async isAlive(identity) {
        await admitUser(identity.userId);
        return auth.isAlive(identity);
      },
    }),
  };
};

export type RequestLimits = ReturnType<typeof openRequestLimits>;
