import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../server/tools/index.ts';
import { sourceNames } from '../../../server/tools/sources.ts';
import { json, type Recorded, type Sources, startSources, xml } from '../../support/sources/replay.ts';
import { toolContext } from '../../support/tool-context.ts';
import { everydayCases } from './everyday-cases.ts';
import { referenceCases } from './reference-cases.ts';
import type { SourceCase } from './source-case.ts';

let sources: Sources;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => sources.close());

const keys = Object.fromEntries(sourceNames.map((name) => [name, `key-of-${name}`]));
const sourceCases = (url: string): readonly SourceCase[] => [...everydayCases(url), ...referenceCases];
const named = sourceCases('').map(({ source, tool }, index): [string, string, number] => [tool, source, index]);

const caseAt = (index: number): SourceCase => {
  const found = sourceCases(sources.url)[index];
  if (!found) throw new Error(`no case ${index}`);
  return found;
};
const run = ({ tool, source, args }: SourceCase) => {
  const { searxng: _, ...urls } = sources.urls;
  const config = { urls: source === 'Wikipedia' ? urls : sources.urls, keys };
  return tools.find(({ id }) => id === tool)?.run(args, toolContext(config));
};

test('every tool that needs a network is tried against what its source answers', () => {
  const online = tools.filter(({ offline }) => !offline).map(({ id }) => id);
  expect(new Set(named.map(([tool]) => tool))).toEqual(new Set(online));
});

describe.each(named)('%s, asking %s', (_tool, _source, index) => {
  test('shows, cites and says what the source answers', async () => {
    const one = caseAt(index);
    sources.replay(one.found);
    const result = await run(one);
    expect(result).toMatchObject({ success: true });
    expect(result?.blocks ?? []).toMatchObject(one.blocks);
    expect((result?.sources ?? []).map(({ url }) => url)).toEqual(one.links);
    expect(result?.directReply ?? result?.spoken).toContain(one.says);
    expect(sources.asked()).toMatchObject(one.asks);
  });

  test('says so where the source knows nothing', async () => {
    const one = caseAt(index);
    sources.replay(one.empty);
    expect(await run(one)).toEqual({ success: false, data: null, error: one.emptySays });
  });

  const faults: [string, Recorded, RegExp][] = [
    ['fails', json({ error: 'SECRET-PATH' }, 500), /answered with status 500$/],
    ['sends JSON that is cut off', { type: 'application/json', body: '{"results": [' }, /sent what was not expected$/],
    ['sends another shape', json([{ unexpected: 1 }]), /sent what was not expected$/],
    ['sends a page', { type: 'text/html; charset=utf-8', body: '<p>json</p>' }, /sent neither JSON nor XML$/],
    ['sends XML that is cut off', xml('<rss><channel><item>'), /sent what was not expected$/],
  ];
  test.each(faults)('fails in words that can be shown where the source %s', async (_what, recorded, message) => {
    sources.answerAll(recorded);
    await expect(run(caseAt(index))).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: expect.stringMatching(message),
    });
  });
});
