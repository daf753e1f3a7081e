import { z } from 'zod';
import { sayDaysIn } from '../../schema/days.ts';
import { askJson, cityOf, shorten, webLink } from './ask.ts';
import { defineTool, failed } from './tool.ts';

const answer = z.object({
  _embedded: z
    .object({
      events: z.array(
        z.object({
          name: z.string(),
          url: webLink,
          dates: z.object({ start: z.object({ localDate: z.string().optional(), localTime: z.string().optional() }) }),
          _embedded: z.object({ venues: z.array(z.object({ name: z.string().optional() })).default([]) }).optional(),
        }),
      ),
    })
    .optional(),
});

export const localEvents = defineTool({
  id: 'localEvents',
  name: 'Local events',
  progress: 'Looking for events',
  description: 'Concerts, games, theatre and other events in a town.',
  rule: 'localEvents: events, concerts and things to do in a place.',
  examples: [
    'find events and concerts in a city',
    'things to do in a place this weekend',
    'upcoming shows, festivals and exhibitions nearby',
    'tickets for events in a town',
    'what is on in my area tonight',
  ],
  parameters: z.object({ place: z.string().max(100).exactOptional().describe('a city; the person’s own without it') }),
  offline: false,
  idempotent: true,
  dataSources: ['Ticketmaster Discovery'],
  fromMessage: (message) => {
    const place =
      /\b(?:in|around|near|at)\s+(?!my\b|me\b|the area\b)(\p{L}[\p{L}'. -]*?)(?:\s+(?:today|tonight|tomorrow|this \w+|next \w+))?[\s?.!]*$/iu.exec(
        message,
      )?.[1];
    return place ? { place } : {};
  },
  async execute({ place }, context) {
    const { sources, timeZone } = context;
    const city = place ?? cityOf(timeZone);
    const query = { city, size: '8', sort: 'date,asc', apikey: sources.key('ticketmaster') };
    const found = await askJson(context, sources.url('ticketmaster', '/discovery/v2/events.json', query), answer);
    const events = found._embedded?.events ?? [];
    if (events.length === 0) return failed(`no events are known in "${city}"`);
    const items = events.map((event) => ({
      text: event.name,
      detail: [event.dates.start.localDate, event.dates.start.localTime?.slice(0, 5), event._embedded?.venues[0]?.name]
        .filter(Boolean)
        .join(' · '),
      url: event.url,
    }));
    return {
      success: true,
      data: { city, events: items },
      spoken: `In ${city}: ${items
        .slice(0, 3)
        .map(({ text, detail }) => `${text} (${sayDaysIn(detail)})`)
        .join('; ')}.`,
      blocks: [{ type: 'list', title: `Events in ${shorten(city, 150)}`, items }],
      sources: items.map(({ text, url }) => ({ title: shorten(text, 200), url })),
    };
  },
});
