import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TurnlogError } from '../../../server/errors.ts';
import { askFeed, askJson, plainText, shorten } from '../../../server/tools/ask.ts';

const url = new URL('https://news.example/rss');
const { signal } = new AbortController();
const answering = (body: string) => ({ fetch: async () => body, signal });
const failing = (status: number) => ({
  fetch: async () => {
    throw new TurnlogError('PROVIDER_FAILED', `status ${status}`, { details: { status } });
  },
  signal,
});

describe('a feed', () => {
  test('whose entities would grow without end is refused', async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const bomb = `<!DOCTYPE rss [<!ENTITY e0 "lol">${levels}]><rss><channel><item><title>&e9;</title><link>https://a.b/</link></item></channel></rss>`;
    const read = await askFeed(answering(bomb), url, 8).catch((error: unknown) => error);
    if (!Array.isArray(read)) return expect(read).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(JSON.stringify(read).length).toBeLessThan(10_000);
  });

  test('reads no file that an entity names', async () => {
    const leak = `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><item><title>a&f;b</title><link>https://a.b/</link></item></channel></rss>`;
    const read = await askFeed(answering(leak), url, 8).catch((error: unknown) => error);
    expect(JSON.stringify(read)).not.toContain('root:');
  });

  test('gives no more than is asked for', async () => {
    const item = '<item><title>t</title><link> https://a.b/ </link></item>';
    const read = await askFeed(answering(`<rss><channel>${item.repeat(9)}</channel></rss>`), url, 2);
    expect(read).toEqual(Array(2).fill({ title: 't', url: 'https://a.b/', snippet: '', published: '' }));
  });
});

describe('an answer of 404', () => {
  const schema = z.object({ results: z.array(z.string()) });
  test('means nothing was found where the source says it so', async () => {
    expect(await askJson(failing(404), url, schema, { notFound: { results: [] } })).toEqual({ results: [] });
  });
  test('is a failure elsewhere, as is every other status', async () => {
    await expect(askJson(failing(404), url, schema)).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    await expect(askJson(failing(500), url, schema, { notFound: { results: [] } })).rejects.toThrow('status 500');
  });
});

test.each([
  ['<p>A <b>bold</b>\n claim</p>', 'A bold claim'],
  ['Tom &amp; Jerry&#39;s &quot;caf&eacute;&quot;', `Tom & Jerry's "caf&eacute;"`],
  ['&#8217;&#x2019;&#X1F600;', '’’😀'],
  ['&#0;&#1114112;&#xD800;', '&#0;&#1114112;\ufffd'],
  ['&lt;script&gt;', '<script>'],
  ['&constructor;', '&constructor;'],
])('%s is %s in plain text', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('a long text is cut at a word', () => {
  expect(shorten('one two three', 9)).toBe('one two…');
  expect(shorten('one two', 7)).toBe('one two');
});
