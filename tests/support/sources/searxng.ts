import { json } from './replay.ts';

/** https://docs.searxng.org/dev/search_api.html */
const answer = (results: readonly object[]) =>
  json({
    query: 'longest river',
    number_of_results: 0,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: ['amazon'],
    unresponsive_engines: [['google', 'timeout']],
  });

export const searxng = {
  '/search': answer([
    {
      url: 'https://example.org/nile',
      title: 'The Nile',
      content: 'About 6,650 <b>km</b> long',
      engine: 'duckduckgo',
      parsed_url: ['https', 'example.org', '/nile', '', '', ''],
      engines: ['duckduckgo', 'brave'],
      positions: [1, 2],
      score: 3,
      category: 'general',
    },
    { url: 'javascript:alert(1)', title: 'A trap', content: null, engine: 'brave', score: 1 },
  ]),
};

export const searxngEmpty = { '/search': answer([]) };
