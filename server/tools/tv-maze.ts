import { z } from 'zod';
import { askJson, restAfter, webLink } from './ask.ts';
import type { ToolContext } from './tool.ts';

const channel = z.object({
  name: z.string(),
  country: z.object({ name: z.string() }).nullish(),
  officialSite: z.string().nullish(),
});
const show = z.object({
  name: z.string(),
  url: webLink,
  status: z.string().nullish(),
  premiered: z.string().nullish(),
  ended: z.string().nullish(),
  genres: z.array(z.string()).default([]),
  summary: z.string().nullish(),
  rating: z.object({ average: z.number().nullish() }).nullish(),
  network: channel.nullish(),
  webChannel: channel.nullish(),
  image: z.object({ medium: webLink }).nullish(),
  schedule: z.object({ time: z.string(), days: z.array(z.string()) }).nullish(),
});
const answer = z.array(z.object({ show }));

/** The series that a title means first; undefined where none is known. */
export const findShow = async (title: string, context: ToolContext) => {
  const found = await askJson(context, context.sources.url('tvMaze', '/search/shows', { q: title }), answer);
  return found[0]?.show;
};

const lead = /\b(?:tell me about|about|watch|stream|see|is|show|series)\b(?:\s+(?:the|a|tv|show|series))*\s+/i;
/** The title that a sentence names; null where it names none. */
export const titleIn = (message: string): string | null =>
  /["“‘']([^"”’']{2,80})["”’']/.exec(message)?.[1] ??
  restAfter(message, lead)?.replace(/\s+(?:on tv|online|streaming|about|available|tonight|on)$/i, '') ??
  null;
