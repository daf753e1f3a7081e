import { z } from 'zod';
import { askJson, plainText, restAfter, shorten } from './ask.ts';
import { defineTool, failed } from './tool.ts';

const answer = z.object({
  items: z.array(
    z.object({
      id: z.object({ videoId: z.string().optional() }),
      snippet: z.object({ title: z.string(), description: z.string(), channelTitle: z.string() }),
    }),
  ),
});

export const youtube = defineTool({
  id: 'youtube',
  name: 'YouTube',
  progress: 'Looking for videos',
  description: 'Finds videos on YouTube.',
  rule: 'youtube: the person wants videos, clips, tutorials or music to watch.',
  examples: [
    'find videos on YouTube',
    'search for a video tutorial',
    'music videos and song clips to watch',
    'show me a video about something',
    'find trailers, talks and recorded shows',
  ],
  parameters: z.object({ query: z.string().min(1).max(200) }),
  offline: false,
  idempotent: true,
  dataSources: ['YouTube Data API'],
  fromMessage: (message) => {
    const query = restAfter(
      message,
      /\b(?:videos?|clips?|tutorials?|youtube)\b(?:\s+(?:for|about|of|on|how to|videos?))*\s+/i,
    );
    return { query: (query ?? message).slice(0, 200) };
  },
  async execute({ query }, context) {
    const { sources } = context;
    const url = sources.url('youtube', '/youtube/v3/search', {
      part: 'snippet',
      type: 'video',
      maxResults: '5',
      q: query,
      key: sources.key('youtube'),
    });
    const { items } = await askJson(context, url, answer);
    const videos = items.flatMap(({ id, snippet }) =>
      id.videoId === undefined
        ? []
        : [
            {
              title: shorten(plainText(snippet.title), 200),
              url: `https://www.youtube.com/watch?v=${encodeURIComponent(id.videoId)}`,
              snippet: shorten(`${snippet.channelTitle}. ${plainText(snippet.description)}`, 300),
            },
          ],
    );
    if (videos.length === 0) return failed(`no video was found for "${query}"`);
    return {
      success: true,
      data: { query, videos },
      spoken: `The first video found is ${videos[0]?.title} [1].`,
      blocks: [{ type: 'search_results', title: `Videos for ${shorten(query, 150)}`, results: videos }],
      sources: videos,
    };
  },
});
