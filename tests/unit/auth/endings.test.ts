import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEndings } from '../../../server/auth/endings.ts';
import { injected } from '../../support/injected.ts';

const isSettled = async (promise: Promise<void>) => {
  const pending = Symbol();
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
};

describe('a watch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = (good: string[]) => {
    const asked: (readonly string[])[] = [];
    const endings = openEndings({
      living: async (ids) => {
        asked.push(ids);
        return ids.filter((id) => good.includes(id));
      },
      every: injected.every,
      recheckMs: 30_000,
    });
    return { endings, asked };
  };
  const never = () => new AbortController().signal;

  it('ends at once where the credential ends in this process', async () => {
    const { endings } = open(['a', 'b']);
    const first = endings.watch('a', never());
    const second = endings.watch('a', never());
    const other = endings.watch('b', never());
    expect(await isSettled(Promise.race([first, second, other]))).toBe(false);
    endings.end('a');
    await Promise.all([first, second]);
    expect(await isSettled(other)).toBe(false);
    endings.end('b');
    await other;
  });

  it('ends where the credential had ended before', async () => {
    await open([]).endings.watch('a', never());
  });

  it('ends within the recheck time where it ends elsewhere, asking for all of them together', async () => {
    const good = ['a', 'b'];
    const { endings, asked } = open(good);
    const stop = new AbortController();
    const a = endings.watch('a', never());
    const b = endings.watch('b', stop.signal);
    await vi.advanceTimersByTimeAsync(29_000);
    good.shift();
    expect(await isSettled(a)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await a;
    expect(asked).toEqual([['a'], ['b'], ['a', 'b']]);
    expect(await isSettled(b)).toBe(false);
    stop.abort();
    await b;
  });

  it('outlives a database that is away', async () => {
    let away = true;
    const endings = openEndings({
      living: async () => {
        if (away) throw new Error('away');
        return [];
      },
      every: injected.every,
      recheckMs: 30_000,
    });
    const watch = endings.watch('a', never());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await isSettled(watch)).toBe(false);
    away = false;
    await vi.advanceTimersByTimeAsync(30_000);
    await watch;
  });

  it('leaves nothing running when the last one goes', async () => {
    const { endings } = open(['a', 'b']);
    const stop = new AbortController();
    const watches = ['a', 'b'].map((id) => endings.watch(id, stop.signal));
    expect(vi.getTimerCount()).toBe(1);
    stop.abort();
    await Promise.all(watches);
    expect(vi.getTimerCount()).toBe(0);
    await endings.watch('a', stop.signal);
    expect(vi.getTimerCount()).toBe(0);
  });
});
