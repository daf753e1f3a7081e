import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import { termsOf } from '../../../projections/search-terms.ts';
import type { ConversationEvent, TurnEvent } from '../../../schema/events/index.ts';
import { conversationStream, turnStream } from '../../../schema/streams.ts';
import { openReadModels, type ReadModels } from '../../../server/processors/read-models.ts';
import { rebuildProjection } from '../../../server/processors/rebuild.ts';
import { databases } from '../../support/sql.ts';
import { alice, bob, sample, tokens } from '../../support/turn-samples.ts';
import { dump, type Fixture, openFixture } from './fixture.ts';

describe.each(databases)('search over %s', (_, open) => {
  let fixture: Fixture;
  let readModels: ReadModels;
  beforeAll(async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    readModels = openReadModels({ store, sql, projector: start(projections) });
  });
  afterAll(() => fixture.close());

  const tell = (stream: string, userId: string, conversationId: string, events: (ConversationEvent | TurnEvent)[]) =>
    fixture.store.append(
      stream,
      events.map((event) => ({ id: randomUUID(), ...event })),
      { expectedRevision: 'any', owner: { userId, conversationId } },
    );
  const opened = async (title: string, userId = alice) => {
    const conversationId = randomUUID();
    const data = { conversationId, userId, title };
    await tell(conversationStream(conversationId), userId, conversationId, [{ type: 'ConversationOpened', data }]);
    return conversationId;
  };
  const said = async (conversationId: string, text: string, answer = '', userId = alice) => {
    const ids = { turnId: randomUUID(), userMessageId: randomUUID(), assistantMessageId: randomUUID() };
    const request = sample('TurnRequested', { ...ids, userId, conversationId, text });
    const end = answer === '' ? [] : [...tokens(...(answer.match(/[\s\S]{1,30000}/g) ?? [])), sample('TurnCompleted')];
    await tell(turnStream(ids.turnId), userId, conversationId, [request, ...end]);
    return ids;
  };
  const find = async (query: string, userId = alice) =>
    (await readModels.search(userId, termsOf(query), { first: 100 })).rows;
  const texts = async (query: string, userId = alice) =>
    (await find(query, userId)).map(({ title, message }) => message?.content ?? title);

  it('finds titles and messages, titles first, with where they lead to', async () => {
    const conversationId = await opened('Gardening by moonlight');
    const { userMessageId, assistantMessageId } = await said(
      conversationId,
      'When does moonlight help?',
      'The moonlight helps nobody.',
    );
    expect(await find('moonlight')).toMatchObject([
      { conversationId, title: 'Gardening by moonlight', message: null },
      { conversationId, message: { id: assistantMessageId, role: 'assistant' } },
      { conversationId, message: { id: userMessageId, role: 'user', content: 'When does moonlight help?' } },
    ]);
    expect(await texts('moonlight nobody')).toEqual(['The moonlight helps nobody.']);
    expect(await texts('moonlight gardens')).toEqual([]);
  });

  it.each([
    ['a beginning', 'Photosynthesis in leaves', 'photosyn'],
    ['another case and no accents', 'Crème brûlée à l’Orange', 'CREME brulee l orange'],
    ['German', 'Die Straßenbahn fährt', 'strassenbahn fahrt'],
    ['Russian', 'Быстрая коричневая лиса', 'коричнев'],
    ['Japanese inside a sentence', '昨日は京都へ行きました', '京都へ'],
    ['Arabic', 'السلام عليكم', 'عليكم'],
    ['Hindi', 'मुझे हिन्दी पसंद है', 'हिन्दी'],
    ['a part of an identifier', 'const readStreamBackwards = () => 1', 'stream'],
    ['a path', 'look at server/eventstore/live-tail.ts', 'eventstore/live-tail.ts'],
    ['a call', 'then await lanes.reconcile(waiting)', 'lanes.reconcile('],
    ['a tag', 'wrap it in <fieldset disabled>', '<fieldset'],
    ['a phrase', 'one swallow makes no summer', '"swallow makes no"'],
    ['emoji', 'well done 🎉', '🎉'],
  ])('finds %s', async (__, text, query) => {
    await said(await opened('Any'), text);
    expect(await texts(query)).toEqual([text]);
  });

  it.each([
    '',
    '   ',
    '"',
    '""',
    "'",
    '\\',
    '& | ! ( ) :*',
    '<->',
    '%',
    '\u0000',
    '\ud800',
    '?!',
    "'; drop table messages; --",
  ])('takes odd input: %j', async (query) => {
    expect(await texts(query)).toEqual([]);
  });

  it('prefers whole words to beginnings, and the shorter of two texts', async () => {
    const conversationId = await opened('Any');
    const long = `kestrel ${'among very many other things '.repeat(20)}`.trim();
    for (const text of ['kestrels fly', long, 'a kestrel']) await said(conversationId, text);
    expect((await texts('kestrel')).slice(0, 1)).toEqual(['a kestrel']);
    expect(await texts('kestrel')).toHaveLength(3);
  });

  it('pages without gaps or repeats, also while more comes', async () => {
    const conversationId = await opened('Pages');
    for (let n = 0; n < 13; n++) await said(conversationId, `quokka ${n % 3 === 0 ? 'quokka' : ''} ${n}`);
    const all = (await find('quokka')).map(({ cursor }) => cursor);
    const seen: string[] = [];
    for (let after: string | undefined, n = 0; ; n++) {
      const page = await readModels.search(alice, termsOf('quokka'), { first: 4, after });
      seen.push(...page.cursors);
      if (n === 0) await said(conversationId, 'quokka quokka quokka');
      if (!page.hasNextPage) break;
      after = page.cursors.at(-1);
    }
    expect(seen).toEqual(all);
    await expect(readModels.search(alice, termsOf('quokka'), { after: 'x' })).rejects.toMatchObject({
      code: 'VALIDATION',
    });
  });

  it('finds one’s own alone, by the present title, and nothing of a deleted conversation', async () => {
    const mine = await opened('Walrus');
    const hers = await opened('Walrus', bob);
    await said(hers, 'walrus and oyster', '', bob);
    expect((await find('walrus')).map(({ conversationId }) => conversationId)).toEqual([mine]);
    expect(await find('walrus', bob)).toHaveLength(2);
    const rename: ConversationEvent = { type: 'ConversationRenamed', data: { title: 'Oyster' } };
    await tell(conversationStream(mine), alice, mine, [rename]);
    expect([await find('walrus'), (await find('oyster')).map(({ title }) => title)]).toEqual([[], ['Oyster']]);
    await tell(conversationStream(hers), bob, hers, [{ type: 'ConversationDeleted', data: { by: bob } }]);
    await said(hers, 'a late walrus', 'too late', bob);
    expect(await find('walrus', bob)).toEqual([]);
    expect(await fixture.sql.query('select from search_entries where conversation_id = $1', [hers])).toEqual([]);
  });

  it('takes a text of any length and any word', async () => {
    const conversationId = await opened('Long');
    const words = Array.from({ length: 60_000 }, (__, n) => `語${n.toString(36)}ш`).join(' ');
    await said(conversationId, `needle ${'ы'.repeat(15_000)}`, 'okapi');
    await said(conversationId, 'x', `haystack ${words}`);
    await said(conversationId, 'y', `${'same '.repeat(50_000)}${words}`);
    for (const query of ['needle', 'haystack', 'okapi']) expect(await find(query)).toHaveLength(1);
  });

  it('is the same when it is built anew from the log', async () => {
    const { sql, store } = fixture;
    await find('anything');
    const live = await dump(sql, ['search_entries']);
    expect(live.search_entries?.length).toBeGreaterThan(20);
    const projection = projections.find(({ name }) => name === 'search');
    if (projection) await rebuildProjection(projection, { store, sql });
    expect(await dump(sql, ['search_entries'])).toEqual(live);
  });
});
