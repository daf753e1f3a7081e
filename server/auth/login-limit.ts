import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refusalOf } from './refusal.ts';
import { usernameKey } from './username.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_OF_A_USER = 10;
const FAILURES_OF_AN_ADDRESS = 100;

export type Attempt = { readonly username: string; readonly address: string };

/**
 * Failed logins within 15 minutes: 10 for a username from one address, 100 from one address. An attempt counts from its
 * start, so that many at once gain nothing, and is given back when it succeeds.
 */
export const openLoginLimit = () => {
  const byUser = new RateLimiterMemory({ points: FAILURES_OF_A_USER, duration: WINDOW_SECONDS });
  const byAddress = new RateLimiterMemory({ points: FAILURES_OF_AN_ADDRESS, duration: WINDOW_SECONDS });
  const userKey = ({ username, address }: Attempt) => JSON.stringify([usernameKey(username), address]);

  return {
    /** @throws TurnlogError RATE_LIMITED with `details.retryAfterSeconds` */
    async admit(attempt: Attempt): Promise<void> {
      try {
        await byAddress.consume(attempt.address);
        await byUser.consume(userKey(attempt));
      } catch (refusal) {
        throw refusalOf(refusal, 'too many attempts to sign in, try again later');
      }
    },

    async succeeded(attempt: Attempt): Promise<void> {
      await byUser.delete(userKey(attempt));
      await byAddress.reward(attempt.address);
    },
  };
};
