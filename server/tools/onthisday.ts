import { z } from 'zod';
import { sayDay } from '../../schema/days.ts';
import { askJson, shorten, webLink } from './ask.ts';
import { dateIn, isoDate } from './dates.ts';
import { defineTool, failed } from './tool.ts';

const LIMIT = 10;
const answer = z.object({
  events: z.array(
    z.object({
      text: z.string(),
      year: z.int().optional(),
      pages: z
        .array(z.object({ content_urls: z.object({ desktop: z.object({ page: webLink }) }).optional() }))
        .default([]),
    }),
  ),
});

export const onthisday = defineTool({
  id: 'onthisday',
  name: 'On this day',
  progress: 'Looking what happened on this day',
  description: 'What happened on a day of the year in history.',
  rule: 'onthisday: what happened on a date in history.',
  examples: [
    'what happened on this day in history',
    'historical events on a given date',
    'anniversaries of today',
    'famous events that took place on a day of the year',
    'history of this date',
  ],
  parameters: z.object({ date: z.string().max(100).exactOptional().describe('a date; today without it') }),
  offline: false,
  idempotent: true,
  dataSources: ['Wikimedia On This Day'],
  fromMessage: (message, { now, timeZone }) => {
    const named = message.replace(/\b(on )?(this|the) day\b|\btoday\b/gi, '');
    const date = dateIn(named, now, timeZone);
    return date ? { date: isoDate(date, timeZone) } : {};
  },
  async execute({ date }, context) {
    const { now, timeZone } = context;
    const at = date === undefined ? now : dateIn(date, now, timeZone);
    if (!at) return failed(`"${date}" is no date that is understood`);
    const iso = isoDate(at, timeZone);
    const [, month = '', day = ''] = iso.split('-');
    const said = sayDay(iso).replace(/ \d+$/, ''); // every year has it
    const url = context.sources.url('wikimedia', `/feed/v1/wikipedia/en/onthisday/selected/${month}/${day}`);
    const found = await askJson(context, url, z.union([answer, z.object({ selected: answer.shape.events })]));
    const events = ('events' in found ? found.events : found.selected).slice(0, LIMIT);
    if (events.length === 0) return failed('nothing is told of that day');
    const items = events.map(({ text, year, pages }) => {
      const page = pages[0]?.content_urls?.desktop.page;
      return { text: year === undefined ? text : `${year}: ${text}`, ...(page ? { url: page } : {}) };
    });
    return {
      success: true,
      data: { month, day, events: items.map(({ text }) => text) },
      spoken: `On ${said}: ${items
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' ')}`,
      blocks: [{ type: 'list', title: `On this day, ${said}`, items }],
      sources: items.flatMap(({ text, url: link }) => (link ? [{ title: shorten(text, 120), url: link }] : [])),
    };
  },
});
