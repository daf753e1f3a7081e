import * as homeAssistant from '../../support/sources/home-assistant.ts';
import { images, imagesEmpty, PIXEL } from '../../support/sources/images.ts';
import { omdb, omdbEmpty } from '../../support/sources/omdb.ts';
import { openFda, openFdaEmpty } from '../../support/sources/open-fda.ts';
import { theSportsDb, theSportsDbEmpty, theSportsDbPair } from '../../support/sources/the-sports-db.ts';
import { ticketmaster, ticketmasterEmpty } from '../../support/sources/ticketmaster.ts';
import { tvMaze, tvMazeEmpty } from '../../support/sources/tv-maze.ts';
import { onThisDay, onThisDayEmpty } from '../../support/sources/wikimedia.ts';
import type { SourceCase } from './source-case.ts';

const ADVICE = 'This is the label of the drug in the United States, not advice: ask a doctor or a pharmacist.';

export const referenceCases: readonly SourceCase[] = [
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
        title: 'On this day, 10 March',
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
    says: 'On 10 March: 1876: Alexander Graham Bell makes',
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
            detail: '2026-03-12 · 20:00 · Philharmonie',
            url: 'https://www.ticketmaster.de/event/1',
          },
          { text: 'To be announced', detail: '', url: 'https://www.ticketmaster.de/event/2' },
        ],
      },
    ],
    links: ['https://www.ticketmaster.de/event/1', 'https://www.ticketmaster.de/event/2'],
    says: 'In Berlin: A Night of Jazz (12 March 2026 · 20:00 · Philharmonie); To be announced',
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
    says: 'Arsenal: Arsenal 2 : 1 Chelsea on 1 March 2026; Everton – Arsenal on 14 March 2026. [1]',
    empty: theSportsDbEmpty,
    emptySays: 'no team is known as "Arsenal"',
  },
  {
    source: 'TheSportsDB for two',
    tool: 'sports',
    args: { team: 'bayern dortmund' },
    found: theSportsDbPair,
    asks: [
      ...['bayern dortmund', 'bayern', 'dortmund'].map((t) => ({
        path: '/api/v1/json/123/searchteams.php',
        query: { t },
      })),
      { query: { id: '1' } },
      { query: { id: '1' } },
      { path: '/api/v1/json/123/searchevents.php', query: { e: 'Bayern_Munich_vs_Borussia_Dortmund' } },
      { query: { e: 'Borussia_Dortmund_vs_Bayern_Munich' } },
    ],
    blocks: [
      {
        type: 'score',
        title: 'Bayern Munich and Borussia Dortmund',
        games: [
          { home: 'Borussia Dortmund', away: 'Bayern Munich', homeScore: '2', awayScore: '1', date: '2026-02-28' },
          { home: 'Borussia Dortmund', away: 'Bayern Munich', homeScore: '2', awayScore: '3', date: '2025-03-01' },
        ],
      },
    ],
    links: ['https://www.thesportsdb.com/team/1'],
    says: 'Borussia Dortmund 2 : 1 Bayern Munich on 28 February 2026',
    empty: theSportsDbEmpty,
    emptySays: 'no team is known as "bayern dortmund"',
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
