import { json } from './replay.ts';

/** https://www.tvmaze.com/api#show-search */
export const tvMaze = {
  '/search/shows': json([
    {
      score: 0.91,
      show: {
        id: 17861,
        url: 'https://www.tvmaze.com/shows/17861/dark',
        name: 'Dark',
        type: 'Scripted',
        language: 'German',
        genres: ['Drama', 'Crime', 'Mystery'],
        status: 'Ended',
        runtime: null,
        premiered: '2017-12-01',
        ended: '2020-06-27',
        officialSite: 'https://www.netflix.com/title/80100172',
        schedule: { time: '', days: [] },
        rating: { average: 8.5 },
        weight: 98,
        network: null,
        webChannel: { id: 1, name: 'Netflix', country: null, officialSite: 'https://www.netflix.com/' },
        image: { medium: 'https://static.tvmaze.com/m.jpg', original: 'https://static.tvmaze.com/o.jpg' },
        summary: '<p>A missing child sets <b>four families</b> on a hunt.</p>',
      },
    },
    {
      score: 0.5,
      show: {
        id: 2,
        url: 'https://www.tvmaze.com/shows/2/dark-matter',
        name: 'Dark Matter',
        genres: [],
        status: 'Ended',
        premiered: '2015-06-12',
        ended: '2017-08-25',
        schedule: { time: '22:00', days: ['Friday'] },
        rating: { average: null },
        network: {
          id: 16,
          name: 'Syfy',
          country: { name: 'United States', code: 'US', timezone: 'America/New_York' },
          officialSite: null,
        },
        webChannel: null,
        image: null,
        summary: null,
      },
    },
  ]),
};

export const tvMazeEmpty = { '/search/shows': json([]) };
