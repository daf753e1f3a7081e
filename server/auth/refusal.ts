import { RateLimiterRes } from 'rate-limiter-flexible';
import { TurnlogError } from '../errors.ts';

/** What a limiter threw as RATE_LIMITED with `details.retryAfterSeconds`; what is no refusal, as it is. */
export const refusalOf = (thrown: unknown, message: string): unknown => {
  if (!(thrown instanceof RateLimiterRes)) return thrown;
  const retryAfterSeconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1000));
  return new TurnlogError('RATE_LIMITED', message, { retryable: true, details: { retryAfterSeconds } });
};
