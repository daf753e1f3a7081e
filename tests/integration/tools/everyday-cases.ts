import { openMeteo, openMeteoEmpty } from '../../support/sources/open-meteo.ts';
import { bbcNews, bbcNewsEmpty, googleNews, googleNewsEmpty } from '../../support/sources/rss.ts';
import { searxng, searxngEmpty } from '../../support/sources/searxng.ts';
import { theMealDb, theMealDbEmpty } from '../../support/sources/the-meal-db.ts';
import { wikipedia, wikipediaEmpty } from '../../support/sources/wikipedia.ts';
import { youtubeData, youtubeDataEmpty } from '../../support/sources/youtube.ts';
import type { SourceCase } from './source-case.ts';

const headlines = (title: string) => ({
  blocks: [
    {
      type: 'list',
      title,
      items: [
        {
          text: 'Bridge opens & traffic flows',
          detail: 'Tue, 10 Mar 2026 09:15:00 GMT',
          url: 'https://news.example/bridge',
        },
        { text: 'Council votes', detail: '', url: 'https://news.example/council' },
      ],
    },
  ],
  links: ['https://news.example/bridge', 'https://news.example/council'],
  says: `${title}: Bridge opens & traffic flows [1]; Council votes [2].`,
  emptySays: 'there is no news there',
});

export const everydayCases = (url: string): readonly SourceCase[] => [
  {
    source: 'Open-Meteo',
    tool: 'weather',
    args: { place: 'Berlin' },
    found: openMeteo,
    asks: [
      { path: '/v1/search', query: { name: 'Berlin', count: '1' } },
      { path: '/v1/forecast', query: { latitude: '52.52437', longitude: '13.41053', timezone: 'auto' } },
    ],
    blocks: [
      {
        type: 'weather',
        title: 'Weather in Berlin, Germany',
        place: 'Berlin, Germany',
        now: { temperature: 11.4, wind: 14.8, summary: 'overcast' },
        days: [
          { date: '2026-03-10', low: 3.2, high: 12.1, rain: 0, summary: 'overcast' },
          { date: '2026-03-11', low: 1.8, high: 9.7, rain: 0, summary: 'rain' },
        ],
      },
      { type: 'map_link', place: 'Berlin, Germany', latitude: 52.52437, longitude: 13.41053 },
    ],
    links: ['https://open-meteo.com/'],
    says: 'It is 11.4 °C and overcast in Berlin, Germany, with wind of 14.8 km/h.',
    empty: openMeteoEmpty,
    emptySays: 'no place is known as "Berlin"',
  },
  {
    source: 'SearXNG',
    tool: 'search',
    args: { query: 'what is the longest river?' },
    found: searxng,
    asks: [{ path: '/search', query: { q: 'the longest river', format: 'json' } }],
    blocks: [
      {
        type: 'search_results',
        title: 'Results for the longest river',
        results: [{ title: 'The Nile', url: 'https://example.org/nile', snippet: 'About 6,650 km long' }],
      },
    ],
    links: ['https://example.org/nile'],
    says: 'The Nile: About 6,650 km long [1]',
    empty: searxngEmpty,
    emptySays: 'nothing was found for "the longest river"',
  },
  {
    source: 'Wikipedia',
    tool: 'search',
    args: { query: 'tell me about the river Spree' },
    found: wikipedia,
    asks: [{ path: '/w/rest.php/v1/search/page', query: { q: 'the river Spree', limit: '5' } }],
    blocks: [
      {
        type: 'search_results',
        results: [
          {
            title: 'River Spree',
            url: `${url}/wiki/River_Spree`,
            snippet: "River in Germany and the Czech Republic. The Spree is a river in Germany's east & Czechia",
          },
          { title: 'AC/DC', url: `${url}/wiki/AC%2FDC`, snippet: '' },
        ],
      },
    ],
    links: [`${url}/wiki/River_Spree`, `${url}/wiki/AC%2FDC`],
    says: 'River Spree: River in Germany',
    empty: wikipediaEmpty,
    emptySays: 'nothing was found for "the river Spree"',
  },
  {
    source: 'BBC News',
    tool: 'news',
    args: { topic: 'science' },
    found: bbcNews,
    asks: [{ path: '/news/science_and_environment/rss.xml' }],
    ...headlines('News: science'),
    empty: bbcNewsEmpty,
  },
  {
    source: 'Google News',
    tool: 'localNews',
    args: { place: 'Berlin' },
    found: googleNews,
    asks: [{ path: '/rss/search', query: { q: 'Berlin when:7d', hl: 'en' } }],
    ...headlines('News from Berlin'),
    empty: googleNewsEmpty,
  },
  {
    source: 'TheMealDB',
    tool: 'recipes',
    args: { dish: 'penne' },
    found: theMealDb,
    asks: [{ path: '/api/json/v1/1/search.php', query: { s: 'penne' } }],
    blocks: [
      {
        type: 'recipe',
        title: 'Spicy Arrabiata Penne',
        ingredients: ['1 pound penne rigate', '1/4 cup olive oil'],
        steps: ['Bring water to a boil.', 'Add the pasta and cook it.'],
        image: 'https://www.themealdb.com/images/media/meals/ustsqw1468250014.jpg',
      },
    ],
    links: ['https://www.themealdb.com/'],
    says: 'Here is a recipe for Spicy Arrabiata Penne',
    empty: theMealDbEmpty,
    emptySays: 'no recipe is known for "penne"',
  },
  {
    source: 'YouTube',
    tool: 'youtube',
    args: { query: 'bread' },
    found: youtubeData,
    asks: [
      { path: '/youtube/v3/search', query: { q: 'bread', type: 'video', part: 'snippet', key: 'key-of-youtube' } },
    ],
    blocks: [
      {
        type: 'search_results',
        results: [
          {
            title: "Bread & butter: it's easy",
            url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
            snippet: 'Bakery. How to bake',
          },
        ],
      },
    ],
    links: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    says: "The first video found is Bread & butter: it's easy [1].",
    empty: youtubeDataEmpty,
    emptySays: 'no video was found for "bread"',
  },
];
