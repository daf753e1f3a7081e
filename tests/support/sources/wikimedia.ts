import { json } from './replay.ts';

/** https://api.wikimedia.org/wiki/API_reference/Feed/On_this_day */
export const onThisDay = {
  '/feed/v1/wikipedia/en/onthisday/selected/03/10': json({
    selected: [
      {
        text: 'Alexander Graham Bell makes the first successful telephone call.',
        year: 1876,
        pages: [
          {
            type: 'standard',
            title: 'Alexander_Graham_Bell',
            displaytitle: '<span>Alexander Graham Bell</span>',
            pageid: 852,
            content_urls: {
              desktop: { page: 'https://en.wikipedia.org/wiki/Alexander_Graham_Bell' },
              mobile: { page: 'https://en.m.wikipedia.org/wiki/Alexander_Graham_Bell' },
            },
            extract: 'Alexander Graham Bell was an inventor.',
          },
        ],
      },
      { text: 'A feast without a year.', pages: [] },
    ],
  }),
};

export const onThisDayEmpty = { '/feed/v1/wikipedia/en/onthisday/selected/03/10': json({ selected: [] }) };
