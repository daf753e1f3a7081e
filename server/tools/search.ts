import { z } from 'zod';
import type { Source } from '../../schema/blocks.ts';
import { askJson, plainText, shorten, webLink } from './ask.ts';
import { defineTool, failed, type ToolContext } from './tool.ts';

const LIMIT = 5;
const searxng = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});
const wikipedia = z.object({
  pages: z.array(
    z.object({ key: z.string(), title: z.string(), excerpt: z.string().nullish(), description: z.string().nullish() }),
  ),
});

type Result = { title: string; url: string; snippet: string };

const askSearxng = async (query: string, context: ToolContext): Promise<Result[]> => {
  const url = context.sources.url('searxng', '/search', { q: query, format: 'json' });
  const { results } = await askJson(context, url, searxng);
  return results.map(({ title, url: link, content }) => ({ title, url: link, snippet: plainText(content ?? '') }));
};

const askWikipedia = async (query: string, context: ToolContext): Promise<Result[]> => {
  const url = context.sources.url('wikipedia', '/w/rest.php/v1/search/page', { q: query, limit: String(LIMIT) });
  const { pages } = await askJson(context, url, wikipedia);
  return pages.map(({ key, title, excerpt, description }) => ({
    title,
    url: String(context.sources.url('wikipedia', `/wiki/${encodeURIComponent(key)}`)),
    snippet: [description, plainText(excerpt ?? '')].filter(Boolean).join('. '),
  }));
};

const lead =
  /^(?:hey[, ]+)?(?:please |can you |could you )?(?:search(?: the (?:web|internet))?(?: for)?|look up|google|find (?:out|information) (?:about|on)|tell me about|what(?:'s| is| are| was| were)|who(?:'s| is| are| was| were))\s+/i;

export const search = defineTool({
  id: 'search',
  name: 'Search',
  progress: 'Searching',
  description: 'Searches the web, or Wikipedia, for a topic.',
  rule: 'search: facts about a topic, a person, a place or a current event that no other tool covers.',
  examples: [
    'find information online about any topic, person or concept',
    'search the web for current facts',
    'look up who somebody is or was',
    'look up what something is and how it works',
    'find background on a place, an organisation or an event',
  ],
  parameters: z.object({ query: z.string().min(1).max(400) }),
  offline: false,
  idempotent: true,
  dataSources: ['SearXNG', 'Wikipedia'],
  fromMessage: (message) => ({ query: message.trim().slice(0, 400) }),
  async execute({ query }, context) {
    const words = query.replace(lead, '').replace(/[\s?.!]+$/, '') || query;
    const found = await (context.sources.isConfigured('searxng') ? askSearxng : askWikipedia)(words, context);
    const results = found
      .filter(({ url }) => webLink.safeParse(url).success)
      .slice(0, LIMIT)
      .map((result) => ({ ...result, title: shorten(result.title, 200), snippet: shorten(result.snippet, 400) }));
    if (results.length === 0) return failed(`nothing was found for "${words}"`);
    const sources: Source[] = results.map(({ title, url, snippet }) => ({ title, url, snippet }));
    return {
      success: true,
      data: { query: words, results },
      spoken: results[0] ? `${results[0].title}: ${results[0].snippet} [1]` : '',
      blocks: [{ type: 'search_results', title: `Results for ${shorten(words, 150)}`, results }],
      sources,
    };
  },
});
