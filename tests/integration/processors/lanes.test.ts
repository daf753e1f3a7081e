import { afterEach, describe, expect, it } from 'vitest';
import { openLanes } from '../../../server/processors/lanes.ts';
import { databases, type TestSql } from '../../support/sql.ts';
import { uuid } from '../../support/turn-samples.ts';

let database: TestSql | undefined;
afterEach(() => database?.close());

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
