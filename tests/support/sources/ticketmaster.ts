import { json } from './replay.ts';

const page = { size: 8, totalElements: 0, totalPages: 0, number: 0 };
const self = { self: { href: '/discovery/v2/events.json?city=Berlin' } };

/** https://developer.ticketmaster.com/products-and-docs/apis/discovery-api/v2/ */
export const ticketmaster = {
  '/discovery/v2/events.json': json({
    _embedded: {
      events: [
        {
          name: 'A Night of Jazz',
          type: 'event',
          id: 'Z698xZC2Z17',
          url: 'https://www.ticketmaster.de/event/1',
          dates: {
            start: { localDate: '2026-03-12', localTime: '20:00:00', dateTime: '2026-03-12T19:00:00Z', dateTBD: false },
            status: { code: 'onsale' },
          },
          _embedded: { venues: [{ name: 'Philharmonie', type: 'venue', city: { name: 'Berlin' } }] },
        },
        { name: 'To be announced', url: 'https://www.ticketmaster.de/event/2', dates: { start: { dateTBD: true } } },
      ],
    },
    _links: self,
    page: { ...page, totalElements: 2, totalPages: 1 },
  }),
};

export const ticketmasterEmpty = { '/discovery/v2/events.json': json({ _links: self, page }) };
