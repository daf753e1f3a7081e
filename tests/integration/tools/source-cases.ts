import * as homeAssistant from '../../support/sources/home-assistant.ts';
import { images, imagesEmpty, PIXEL } from '../../support/sources/images.ts';
import { omdb, omdbEmpty } from '../../support/sources/omdb.ts';
import { openFda, openFdaEmpty } from '../../support/sources/open-fda.ts';
import { openMeteo, openMeteoEmpty } from '../../support/sources/open-meteo.ts';
import type { Recording } from '../../support/sources/replay.ts';
import { bbcNews, bbcNewsEmpty, googleNews, googleNewsEmpty } from '../../support/sources/rss.ts';
import { searxng, searxngEmpty } from '../../support/sources/searxng.ts';
import { theMealDb, theMealDbEmpty } from '../../support/sources/the-meal-db.ts';
import { theSportsDb, theSportsDbEmpty } from '../../support/sources/the-sports-db.ts';
import { ticketmaster, ticketmasterEmpty } from '../../support/sources/ticketmaster.ts';
import { tvMaze, tvMazeEmpty } from '../../support/sources/tv-maze.ts';
import { onThisDay, onThisDayEmpty } from '../../support/sources/wikimedia.ts';
import { wikipedia, wikipediaEmpty } from '../../support/sources/wikipedia.ts';
import { youtubeData, youtubeDataEmpty } from '../../support/sources/youtube.ts';

export type SourceCase = {
  readonly source: string;
  readonly tool: string;
  readonly args: object;
  readonly found: Recording;
  /** What is asked of the source, in this order. */
  readonly asks: readonly object[];
  readonly blocks: readonly object[];
  readonly links: readonly string[];
  readonly says: string;
  readonly empty: Recording;
  readonly emptySays: string;
};

const ADVICE = 'This is the label of the drug in the United States, not advice: ask a doctor or a pharmacist.';
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

export const sourceCases = (url: string): readonly SourceCase[] => [
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
  {
    source: 'TVmaze',
    tool: 'tvshows',
    args: { title: 'Dark' },
    found: tvMaze,
    asks: [{ path: '/search/shows', query: { q: 'Dark' } }],
    blocks: [
      {
        type: 'table',
        title: 'Dark',
        rows: [
          ['Status', 'Ended'],
          ['Premiered', '2017-12-01'],
          ['Ended', '2020-06-27'],
          ['Genres', 'Drama, Crime, Mystery'],
          ['Rating', '8.5 of 10'],
          ['Shown by', 'Netflix'],
        ],
      },
      { type: 'image', url: 'https://static.tvmaze.com/m.jpg', alt: 'Poster of Dark' },
    ],
    links: ['https://www.tvmaze.com/shows/17861/dark'],
    says: 'Dark: A missing child sets four families on a hunt. [1]',
    empty: tvMazeEmpty,
    emptySays: 'no series is known as "Dark"',
  },
  {
    source: 'TVmaze',
    tool: 'whereToWatch',
    args: { title: 'Dark' },
    found: tvMaze,
    asks: [{ path: '/search/shows', query: { q: 'Dark' } }],
    blocks: [{ type: 'list', items: [{ text: 'Netflix', url: 'https://www.netflix.com/' }] }],
    links: ['https://www.tvmaze.com/shows/17861/dark'],
    says: 'Dark is shown by Netflix. [1]',
    empty: tvMazeEmpty,
    emptySays: 'no series is known as "Dark"',
  },
  {
    source: 'openFDA',
    tool: 'medical',
    args: { drug: 'ibuprofen' },
    found: openFda,
    asks: [
      {
        path: '/drug/label.json',
        query: { search: 'openfda.generic_name:"ibuprofen" openfda.brand_name:"ibuprofen"', limit: '1' },
      },
    ],
    blocks: [
      {
        type: 'table',
        title: 'Advil',
        rows: [
          ['Purpose', 'Purpose Pain reliever/fever reducer'],
          ['Used for', 'Uses temporarily relieves minor aches and pains'],
          ['Warnings', 'Warnings Allergy alert'],
        ],
      },
    ],
    links: ['https://open.fda.gov/apis/drug/label/'],
    says: `Advil: Purpose Pain reliever/fever reducer ${ADVICE} [1]`,
    empty: openFdaEmpty,
    emptySays: 'no label is known for "ibuprofen"',
  },
  {
    source: 'Wikimedia On This Day',
    tool: 'onthisday',
    args: {},
    found: onThisDay,
    asks: [{ path: '/feed/v1/wikipedia/en/onthisday/selected/03/10' }],
    blocks: [
      {
        type: 'list',
        title: 'On this day (03-10)',
        items: [
          {
            text: '1876: Alexander Graham Bell makes the first successful telephone call.',
            url: 'https://en.wikipedia.org/wiki/Alexander_Graham_Bell',
          },
          { text: 'A feast without a year.' },
        ],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Alexander_Graham_Bell'],
    says: 'On this day: 1876: Alexander Graham Bell makes',
    empty: onThisDayEmpty,
    emptySays: 'nothing is told of that day',
  },
  {
    source: 'Ticketmaster',
    tool: 'localEvents',
    args: { place: 'Berlin' },
    found: ticketmaster,
    asks: [{ path: '/discovery/v2/events.json', query: { city: 'Berlin', apikey: 'key-of-ticketmaster' } }],
    blocks: [
      {
        type: 'list',
        title: 'Events in Berlin',
        items: [
          {
            text: 'A Night of Jazz',
            detail: '2026-03-12 · 20:00:00 · Philharmonie',
            url: 'https://www.ticketmaster.de/event/1',
          },
          { text: 'To be announced', detail: '', url: 'https://www.ticketmaster.de/event/2' },
        ],
      },
    ],
    links: ['https://www.ticketmaster.de/event/1', 'https://www.ticketmaster.de/event/2'],
    says: 'In Berlin: A Night of Jazz (2026-03-12 · 20:00:00 · Philharmonie); To be announced',
    empty: ticketmasterEmpty,
    emptySays: 'no events are known in "Berlin"',
  },
  {
    source: 'OMDb',
    tool: 'contentRating',
    args: { title: 'The Lion King' },
    found: omdb,
    asks: [{ path: '/', query: { t: 'The Lion King', apikey: 'key-of-omdb' } }],
    blocks: [
      {
        type: 'value',
        input: 'The Lion King',
        result: 'G',
        detail: '1994 · Animation, Adventure, Drama · 88 min',
      },
    ],
    links: ['https://www.imdb.com/title/tt0110357/parentalguide'],
    says: 'The Lion King is rated G. [1]',
    empty: omdbEmpty,
    emptySays: 'no rating is known for "The Lion King"',
  },
  {
    source: 'TheSportsDB',
    tool: 'sports',
    args: { team: 'Arsenal' },
    found: theSportsDb,
    asks: [
      { path: '/api/v1/json/123/searchteams.php', query: { t: 'Arsenal' } },
      { query: { id: '133604' } },
      { query: { id: '133604' } },
    ],
    blocks: [
      {
        type: 'score',
        title: 'Arsenal',
        games: [
          {
            home: 'Arsenal',
            away: 'Chelsea',
            homeScore: '2',
            awayScore: '1',
            status: 'Match Finished',
            date: '2026-03-01',
          },
          {
            home: 'Everton',
            away: 'Arsenal',
            homeScore: null,
            awayScore: null,
            status: 'Not Started',
            date: '2026-03-14',
          },
        ],
      },
    ],
    links: ['https://www.thesportsdb.com/team/133604'],
    says: 'Arsenal: Arsenal 2 : 1 Chelsea on 2026-03-01; Everton – Arsenal on 2026-03-14. [1]',
    empty: theSportsDbEmpty,
    emptySays: 'no team is known as "Arsenal"',
  },
  {
    source: 'an image server',
    tool: 'image_gen',
    args: { prompt: 'a fox' },
    found: images,
    asks: [{ method: 'POST', path: '/v1/images/generations', body: { prompt: 'a fox', n: 1 } }],
    blocks: [{ type: 'image', title: 'a fox', alt: 'a fox', url: `data:image/png;base64,${PIXEL}` }],
    links: [],
    says: 'Here is the picture of a fox.',
    empty: imagesEmpty,
    emptySays: 'the image server drew nothing',
  },
  {
    source: 'Home Assistant',
    tool: 'homeAssistant',
    args: { command: 'turn on the kitchen light' },
    found: homeAssistant.homeAssistantDone,
    asks: [
      {
        method: 'POST',
        path: '/api/conversation/process',
        headers: { authorization: 'Bearer key-of-homeAssistant', 'content-type': 'application/json' },
        body: { text: 'turn on the kitchen light', language: 'en' },
      },
    ],
    blocks: [],
    links: [],
    says: 'Turned on the kitchen light',
    empty: homeAssistant.homeAssistantRefused,
    emptySays: "Sorry, I couldn't understand that",
  },
];
