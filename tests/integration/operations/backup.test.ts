import { describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createLog } from '../../../server/log.ts';
import { rebuildProjection } from '../../../server/processors/rebuild.ts';
import { migrate } from '../../../server/sql/migrate.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { places } from '../../support/backups.ts';
import { injected } from '../../support/injected.ts';

const env = { CHAT_STREAM_GC_MS: '0', SESSION_SECRET: 'the same for both' };

type Row = { id: string };

/** All that a person can see: her conversations, their messages, and the recorded stream of every turn. */
const seenIn = async (app: TestApp, turnIds: readonly string[]) => {
  const json = async (path: string) => (await app.fetch(path)).json();
  const conversations: Row[] = await json('/api/chat/conversations');
  return {
    conversations,
    messages: await Promise.all(conversations.map(({ id }) => json(`/api/chat/conversations/${id}`))),
    turns: await Promise.all(turnIds.map(async (id) => (await app.fetch(`/api/chat/stream/${id}`)).text())),
  };
};

const tablesOf = async (sql: Sql) => {
  const rows: Record<string, unknown> = {};
  for (const table of ['conversations', 'messages', 'turns']) {
    rows[table] = await sql.query(`select to_jsonb(t) as row from ${table} t order by t.id`);
  }
  return rows;
};

const ask = async (app: TestApp, message: string): Promise<string> => {
  const frames = await (await app.post('/api/chat/stream', { message })).text();
  return /"genId":"([^"]+)"/.exec(frames)?.[1] ?? '';
};

describe.each(places)('a backup of %s', (_, openPlace) => {
  it('restored gives the same to everybody, the same read models, and the same again when they are built anew', async () => {
    const [place, other] = [await openPlace(), await openPlace()];
    let app = await startTestApp({ ...env, ...place.env });
    const turnIds = [await ask(app, 'Hello — “quotes”, 日本語 and 🐎'), await ask(app, 'And again')];
    app.ollama.reply({ tokens: ['half'], ending: 'fail' });
    turnIds.push(await ask(app, 'Break off'));
    const before = await seenIn(app, turnIds);
    expect(before.conversations).toHaveLength(3);
    expect(before.turns[0]).toContain('event: done');

    if (place.isHot) await place.copyTo(other);
    await app.close();
    if (!place.isHot) await place.copyTo(other);
    const original = await place.open();
    const rows = await tablesOf(original);
    await original.close();
    await place.remove();

    const copy = await other.open();
    await migrate(copy);
    expect(await tablesOf(copy)).toEqual(rows);
    const store = await openEventStore(copy, { log: createLog('silent'), ...injected });
    for (const projection of projections) await rebuildProjection(projection, { store, sql: copy });
    expect(await tablesOf(copy)).toEqual(rows);
    await store.close();
    await copy.close();

    app = await startTestApp({ ...env, ...other.env });
    expect(await seenIn(app, turnIds)).toEqual(before);
    await ask(app, 'It goes on');
    expect((await seenIn(app, [])).conversations).toHaveLength(4);
    await app.close();
    await other.remove();
  });
});
