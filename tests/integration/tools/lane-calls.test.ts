import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openLaneCalls } from '../../../server/processors/lane-calls.ts';
import { openLanes } from '../../../server/processors/lanes.ts';
import { hurried } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';

const log = { warn: () => undefined };
const never = new AbortController().signal;

describe.each(databases)('the lane of calls on %s', (_name, open) => {
  let database: TestSql;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const limits = { chat: 1, image: 1, vision: 1 };
  const beat = (worker: string, leaseMs: number) => database.sql.query('select beat($1, $2)', [worker, leaseMs]);
  /** A process that lives. */
  const openProcess = async () => {
    const worker = randomUUID();
    await beat(worker, 60_000);
    const calls = openLaneCalls({ ...hurried, sql: database.sql, worker, limits, newId: randomUUID, log });
    return { worker, calls };
  };
  /** Work that tells when it begins, and ends when it is told to. */
  const openWork = () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const work = vi.fn(() => ended);
    return { work, end };
  };
  const counts = async () => (await openLanes(database.sql, limits).counts()).image;
  const begun = (...works: { work: ReturnType<typeof openWork>['work'] }[]) =>
    works.map(({ work }) => work.mock.calls.length);

  test('lets one at a time run, whichever process it is in, in the order of their coming', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    const works = [openWork(), openWork(), openWork()];
    const [first, second, third] = works;
    if (!first || !second || !third) throw new Error('three are needed');
    const runs = [one.calls.run('image', first.work, never)];
    await vi.waitFor(() => expect(begun(first)).toEqual([1]));
    runs.push(other.calls.run('image', second.work, never));
    await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 1, running: 1 }));
    runs.push(one.calls.run('image', third.work, never));
    await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 2, running: 1 }));
    expect(begun(first, second, third)).toEqual([1, 0, 0]);
    first.end();
    await vi.waitFor(() => expect(begun(second)).toEqual([1]), { timeout: 5_000 });
    expect(begun(third)).toEqual([0]);
    second.end();
    third.end();
    await Promise.all(runs);
    expect(begun(first, second, third)).toEqual([1, 1, 1]);
    expect(await counts()).toEqual({ waiting: 0, running: 0 });
  });

  test('answers with what the work answers, and frees the slot where it fails', async () => {
    const { calls } = await openProcess();
    expect(await calls.run('image', async () => 'a fox', never)).toBe('a fox');
    await expect(calls.run('image', () => Promise.reject(new Error('no ink')), never)).rejects.toThrow('no ink');
    expect(await counts()).toEqual({ waiting: 0, running: 0 });
  });

  test('takes whoever is stopped out of the line', async () => {
    const { calls } = await openProcess();
    const [first, second] = [openWork(), openWork()];
    const running = calls.run('image', first.work, never);
    await vi.waitFor(() => expect(begun(first)).toEqual([1]));
    const stop = new AbortController();
    const waiting = calls.run('image', second.work, stop.signal);
    await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 1, running: 1 }));
    stop.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    expect(await counts()).toEqual({ waiting: 0, running: 1 });
    first.end();
    await running;
    expect(begun(second)).toEqual([0]);
  });

  test('has the slot of a process that died for the next', async () => {
    const [dead, alive] = [await openProcess(), await openProcess()];
    const [first, second] = [openWork(), openWork()];
    const lost = dead.calls.run('image', first.work, never);
    await vi.waitFor(() => expect(begun(first)).toEqual([1]));
    const next = alive.calls.run('image', second.work, never);
    await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 1, running: 1 }));
    await beat(dead.worker, 0);
    await vi.waitFor(() => expect(begun(second)).toEqual([1]), { timeout: 5_000 });
    first.end();
    second.end();
    await Promise.all([lost, next]);
  });

  test('lets as many run as the limit of now allows', async () => {
    const { calls } = await openProcess();
    const works = [openWork(), openWork()];
    const runs = works.map(({ work }) => calls.run('image', work, never));
    await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 1, running: 1 }));
    limits.image = 2;
    await vi.waitFor(() => expect(begun(...works)).toEqual([1, 1]), { timeout: 5_000 });
    limits.image = 1;
    for (const { end } of works) end();
    await Promise.all(runs);
  });
});
