import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/log.ts';
import { openLanes } from '../../../server/processors/lanes.ts';
import { openWorker } from '../../../server/processors/worker.ts';
import { injected } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';
import { uuid } from '../../support/turn-samples.ts';

let database: TestSql | undefined;
let worker: Awaited<ReturnType<typeof openWorker>> | undefined;
afterEach(async () => {
  await worker?.close();
  await database?.close();
});

describe.each(databases)('the order of a lane, over %s', (_, open) => {
  /** One slot. Turns are told apart by a letter for their user and a number. */
  const openLane = async () => {
    database = await open();
    const { sql } = database;
    worker = await openWorker({ ...injected, sql, id: uuid(900), leaseMs: 60_000, log: createLog('silent') });
    const { id } = worker;
    const lanes = openLanes(sql, { chat: 1 });
    const names = new Map<string, string>();
    const turn = (name: string) => {
      const n = names.size + 1;
      names.set(uuid(n), name);
      return { turnId: uuid(n), userId: name.charAt(0), conversationId: uuid(100 + n) };
    };
    return {
      async ask(...asked: string[]) {
        for (const one of asked.map(turn)) {
          await lanes.reserve('chat', one);
          await lanes.enqueue('chat', one);
        }
      },
      async line() {
        const places = [...(await lanes.line('chat'))].sort(([, one], [, other]) => one - other);
        return places.filter(([, place]) => place > 0).map(([turnId]) => names.get(turnId));
      },
      /** What runs, one behind the other, each to its end; all of them without a number. */
      async run(count = Number.POSITIVE_INFINITY) {
        const ran: (string | undefined)[] = [];
        while (ran.length < count) {
          const [claimed, ...others] = await lanes.claim('chat', id);
          expect(others).toEqual([]);
          if (!claimed) break;
          ran.push(names.get(claimed.turnId));
          await lanes.release(claimed.turnId);
        }
        return ran;
      },
    };
  };

  it('is first in, first out for one user', async () => {
    const lane = await openLane();
    await lane.ask('a1', 'a2', 'a3');
    expect(await lane.line()).toEqual(['a1', 'a2', 'a3']);
    expect(await lane.run()).toEqual(['a1', 'a2', 'a3']);
  });

  it('is a round of the users, each with the first of its own', async () => {
    const lane = await openLane();
    await lane.ask('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(await lane.line()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(await lane.run()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('goes on where it was: who was served last comes last, also before those that came later', async () => {
    const lane = await openLane();
    await lane.ask('a1', 'a2', 'a3', 'b1');
    expect(await lane.run(1)).toEqual(['a1']);
    await lane.ask('c1');
    expect(await lane.line()).toEqual(['b1', 'c1', 'a2', 'a3']);
    expect(await lane.run(2)).toEqual(['b1', 'c1']);
    await lane.ask('b2', 'c2');
    expect(await lane.run()).toEqual(['a2', 'b2', 'c2', 'a3']);
  });
});
