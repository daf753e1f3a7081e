import type { Block } from '../../schema/blocks.ts';

type Samples = { readonly [T in Block['type']]: Extract<Block, { type: T }> };

/** A block of every type, with all that it can hold. */
export const blockSamples: Samples = {
  value: { type: 'value', title: 'Calculation', input: '17 * 23', result: '391', detail: 'exactly' },
  text: { type: 'text', title: 'A joke', text: 'Why did the tide turn?\nIt had been away for six hours.' },
  list: {
    type: 'list',
    title: 'On this day (7-20)',
    items: [
      { text: '1969', detail: 'Apollo 11 lands on the Moon.', url: 'https://example.org/apollo' },
      { text: 'Nothing more' },
    ],
  },
  table: {
    type: 'table',
    title: 'Holidays in Germany',
    columns: ['Date', 'Holiday'],
    rows: [
      ['2030-04-22', 'Easter Monday'],
      ['2030-05-01', 'Labour Day'],
    ],
  },
  weather: {
    type: 'weather',
    title: 'Weather in Paris, France',
    place: 'Paris, France',
    now: { temperature: 18.4, wind: 11, summary: 'partly cloudy' },
    days: [
      { date: '2030-03-10', low: 9.6, high: 19.2, rain: 0, summary: 'clear' },
      { date: '2030-03-11', low: -1.4, high: 7, rain: 2.4, summary: 'rain showers' },
    ],
  },
  search_results: {
    type: 'search_results',
    title: 'Results for tides',
    results: [
      { title: 'Tide', url: 'https://en.wikipedia.org/wiki/Tide', snippet: 'The rise and fall of sea levels.' },
      { title: 'Tide tables', url: 'https://www.example.org/tables', snippet: '' },
    ],
  },
  definition: {
    type: 'definition',
    title: 'Definition of serendipity',
    word: 'serendipity',
    senses: [
      {
        partOfSpeech: 'noun',
        meaning: 'good luck in making unexpected and fortunate discoveries',
        examples: ['it was serendipity that brought them together'],
        synonyms: ['fluke'],
        antonyms: ['misfortune'],
      },
      { partOfSpeech: 'noun', meaning: 'another sense', examples: [], synonyms: [] },
    ],
  },
  recipe: {
    type: 'recipe',
    title: 'Leek soup',
    ingredients: ['3 leeks', '2 potatoes'],
    steps: ['Cut the leeks.', 'Cook everything for twenty minutes.'],
    image: 'https://example.org/soup.jpg',
    url: 'https://example.org/soup',
  },
  image: { type: 'image', title: 'A fox', url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=', alt: 'a fox' },
  map_link: {
    type: 'map_link',
    title: 'Paris, France',
    place: 'Paris, France',
    latitude: 48.8534,
    longitude: 2.3488,
    url: 'https://www.openstreetmap.org/?mlat=48.8534&mlon=2.3488',
  },
  moon_phase: {
    type: 'moon_phase',
    title: 'Moon phase',
    date: '2030-03-10',
    phase: 'Waxing crescent',
    illumination: 0.34,
    age: 5.9,
    next: [
      { phase: 'First quarter', at: '2030-03-12T08:00:00.000Z' },
      { phase: 'Full moon', at: '2030-03-19T17:56:00.000Z' },
    ],
  },
  score: {
    type: 'score',
    title: 'Arsenal',
    games: [
      { home: 'Arsenal', away: 'Chelsea', homeScore: '2', awayScore: '1', status: 'FT', date: '2030-03-09' },
      { home: 'Leeds', away: 'Arsenal', homeScore: null, awayScore: null, status: '', date: '2030-03-16' },
    ],
  },
};
