import { z } from 'zod';
import { askFeed, cityOf, shorten } from './ask.ts';
import { HEADLINES, headlines } from './headlines.ts';
import { defineTool } from './tool.ts';

export const localNews = defineTool({
  id: 'localNews',
  name: 'Local news',
  progress: 'Reading the local news',
  description: 'News of a town or a region.',
  rule: 'localNews: news of one town, city or region.',
  examples: [
    'local news from a town or city',
    'what is going on in the news in my area',
    'regional headlines of a place',
    'news stories near where I live',
    'city council, traffic and community news of a place',
  ],
  parameters: z.object({ place: z.string().max(100).exactOptional().describe('a town; the person’s own without it') }),
  offline: false,
  idempotent: true,
  dataSources: ['Google News RSS'],
  fromMessage: (message) => {
    const place =
      /\b(?:in|from|for|around|near)\s+(?!my\b|me\b|the area\b)(\p{L}[\p{L}'. -]*?)(?:\s+today)?[\s?.!]*$/iu.exec(
        message,
      )?.[1];
    return place ? { place } : {};
  },
  async execute({ place }, context) {
    const where = place ?? cityOf(context.timeZone);
    const url = context.sources.url('localNews', '/rss/search', { q: `${where} when:7d`, hl: 'en' });
    return headlines(`News from ${shorten(where, 100)}`, await askFeed(context, url, HEADLINES));
  },
});
