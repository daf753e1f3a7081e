import { json } from './replay.ts';

const answer = (items: readonly object[]) =>
  json({
    kind: 'youtube#searchListResponse',
    etag: 'q1w2',
    regionCode: 'DE',
    pageInfo: { totalResults: items.length, resultsPerPage: 5 },
    items,
  });

/** https://developers.google.com/youtube/v3/docs/search/list */
export const youtubeData = {
  '/youtube/v3/search': answer([
    {
      kind: 'youtube#searchResult',
      etag: 'e1',
      id: { kind: 'youtube#video', videoId: 'dQw4w9WgXcQ' },
      snippet: {
        publishedAt: '2009-10-25T06:57:33Z',
        channelId: 'UCuAXFkgsw1L7xaCfnd5JJOw',
        title: 'Bread &amp; butter: it&#39;s easy',
        description: 'How to bake',
        thumbnails: { default: { url: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg', width: 120, height: 90 } },
        channelTitle: 'Bakery',
        liveBroadcastContent: 'none',
      },
    },
    {
      kind: 'youtube#searchResult',
      etag: 'e2',
      id: { kind: 'youtube#channel', channelId: 'UC1' },
      snippet: { title: 'A channel', description: '', channelTitle: 'A channel' },
    },
  ]),
};

export const youtubeDataEmpty = { '/youtube/v3/search': answer([]) };
