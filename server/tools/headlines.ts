import { type FeedItem, shorten } from './ask.ts';
import { failed, type ToolResult } from './tool.ts';

/** How many stories are shown. */
export const HEADLINES = 8;

/** Stories as a tool shows them. */
export const headlines = (title: string, found: readonly FeedItem[]): ToolResult => {
  const items = found.map((item) => ({
    ...item,
    title: shorten(item.title, 200),
    snippet: shorten(item.snippet, 300),
  }));
  if (items.length === 0) return failed('there is no news there');
  return {
    success: true,
    data: { items },
    spoken: `${title}: ${items
      .slice(0, 3)
      .map((item, index) => `${item.title} [${index + 1}]`)
      .join('; ')}.`,
    blocks: [
      {
        type: 'list',
        title,
        items: items.map((item) => ({ text: item.title, detail: item.published, url: item.url })),
      },
    ],
    sources: items.map(({ title: name, url, snippet }) => ({ title: name, url, snippet })),
  };
};
