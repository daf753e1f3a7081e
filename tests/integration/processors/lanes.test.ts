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
  worker = undefined;
  await database?.close();
});

let ids = 0;
const newId = () => {
  ids += 1;
  return uuid(ids);
};

describe.each(databases)('how many turns of a user wait, over %s', (_, open) => {
  const openLane = async (chat: number) => {
    database = await open();
    const lanes = openLanes(database.sql, { chat });
    return (userId: string, conversationId: string) =>
      lanes.reserve('chat', { turnId: newId(), userId, conversationId });
  };
  const refused = { code: 'RATE_LIMITED', details: { retryAfterSeconds: 5 } };

  it('is three of one conversation, however many slots are free', async () => {
    const reserve = await openLane(50);
    const conversation = newId();
    // The first takes a slot, the others wait for it.
    for (let n = 0; n < 4; n += 1) await reserve('alice', conversation);
    await expect(reserve('alice', conversation)).rejects.toMatchObject(refused);
    await reserve('alice', newId());
    await reserve('bob', newId());
  });

  it('is three of as many conversations as one likes, behind those that have slots', async () => {
    const reserve = await openLane(2);
    for (let n = 0; n < 5; n += 1) await reserve('alice', newId());
    await expect(reserve('alice', newId())).rejects.toMatchObject(refused);
    await reserve('bob', newId());
  });

  it('is three of conversations that run and others together', async () => {
    const reserve = await openLane(2);
    const conversation = newId();
    for (let n = 0; n < 3; n += 1) await reserve('alice', conversation);
    await reserve('alice', newId());
    await reserve('alice', newId());
    await expect(reserve('alice', newId())).rejects.toMatchObject(refused);
    await expect(reserve('alice', conversation)).rejects.toMatchObject(refused);
  });
});

describe.each(databases)('a turn that waits for a person, over %s', (_, open) => {
  /** One slot, which the turn `asked` has given back; `later` stands behind it in its conversation. */
  const suspend = async () => {
    database = await open();
    const { sql } = database;
    worker = await openWorker({ ...injected, sql, id: newId(), leaseMs: 60_000, log: createLog('silent') });
    const { id } = worker;
    const lanes = openLanes(sql, { chat: 1 });
    const ask = async (userId: string, conversationId: string) => {
      const turn = { turnId: newId(), userId, conversationId };
      await lanes.reserve('chat', turn);
      await lanes.enqueue('chat', turn);
      return turn;
    };
    const claim = async () => (await lanes.claim('chat', id)).map(({ turnId }) => turnId);
    const conversation = newId();
    const asked = await ask('alice', conversation);
    expect(await claim()).toEqual([asked.turnId]);
    await lanes.suspend(asked.turnId, id);
    const later = await ask('alice', conversation);
    return { id, lanes, ask, claim, asked, later };
  };

  it('holds no slot, and the later ones of its conversation back: until it has run again', async () => {
    const { lanes, ask, claim, asked, later } = await suspend();
    const other = await ask('alice', newId());
    expect(await claim()).toEqual([other.turnId]);
    expect(await lanes.counts()).toEqual({ chat: { waiting: 1, running: 1 } });
    expect([...(await lanes.line('chat'))]).toEqual([[later.turnId, 1]]);
    await lanes.release(other.turnId);
    expect(await claim()).toEqual([]);
    await lanes.enqueue('chat', asked);
    expect([...(await lanes.line('chat'))].sort(([, a], [, b]) => a - b)).toEqual([
      [asked.turnId, 1],
      [later.turnId, 2],
    ]);
    expect(await claim()).toEqual([asked.turnId]);
    await lanes.release(asked.turnId);
    expect(await claim()).toEqual([later.turnId]);
  });

  it('lets them go on where it ends', async () => {
    const { lanes, claim, asked, later } = await suspend();
    await lanes.release(asked.turnId);
    expect(await claim()).toEqual([later.turnId]);
  });

  it('is where it was after a start, and in the line where it was decided about meanwhile', async () => {
    const { id, lanes, claim, asked, later } = await suspend();
    const open = (status: string) => [{ ...asked, lane: 'chat', status }];
    await lanes.reconcile(open('suspended'), async () => true);
    expect(await claim()).toEqual([]);
    // Not in the table: whoever takes it over sees how it stands.
    await lanes.release(asked.turnId);
    await lanes.reconcile(open('suspended'), async () => true);
    expect((await lanes.takeOver(id)).map(({ turnId }) => turnId)).toEqual([asked.turnId]);
    await lanes.suspend(asked.turnId, id);
    await lanes.reconcile(open('waiting'), async () => true);
    await lanes.release(later.turnId);
    expect(await claim()).toEqual([asked.turnId]);
  });
});
