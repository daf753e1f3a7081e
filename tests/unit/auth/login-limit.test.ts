import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoginLimit } from '../../../server/auth/login-limit.ts';

const times = async (n: number, work: (i: number) => Promise<void>) => {
  for (let i = 0; i < n; i += 1) await work(i);
};

describe('the login limit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const ada = { username: 'ada', address: '203.0.113.9' };

  it('refuses the eleventh failure of a username from one address, for the rest of 15 minutes', async () => {
    const limit = openLoginLimit();
    await times(10, () => limit.admit(ada));
    vi.advanceTimersByTime(5 * 60_000);
    await expect(limit.admit(ada)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      details: { retryAfterSeconds: 600 },
    });
    await expect(limit.admit({ ...ada, username: 'ADA' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    vi.advanceTimersByTime(10 * 60_000);
    await limit.admit(ada);
  });

  it('keeps usernames and addresses apart', async () => {
    const limit = openLoginLimit();
    await times(10, () => limit.admit(ada));
    await limit.admit({ ...ada, username: 'bob' });
    await limit.admit({ ...ada, address: '203.0.113.10' });
  });

  it('refuses the 101st failure of an address, whatever the usernames', async () => {
    const limit = openLoginLimit();
    await times(100, (i) => limit.admit({ ...ada, username: `user${i}` }));
    await expect(limit.admit({ ...ada, username: 'carol' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('counts attempts that run at once', async () => {
    const limit = openLoginLimit();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => limit.admit(ada)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('forgets the failures of a username at its success, and only that attempt of the address', async () => {
    const limit = openLoginLimit();
    await times(11, async () => {
      await times(10, () => limit.admit(ada));
      await limit.succeeded(ada);
    });
    await limit.admit({ ...ada, username: 'bob' });
    await expect(limit.admit({ ...ada, username: 'bob' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
