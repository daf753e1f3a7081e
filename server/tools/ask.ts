import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { ToolContext } from './tool.ts';

type Asking = Pick<ToolContext, 'fetch' | 'signal'>;
type Request = { headers?: Record<string, string>; method?: 'GET' | 'POST'; body?: unknown };

const unexpected = (url: URL, cause: unknown) =>
  new TurnlogError('PROVIDER_FAILED', `${url.host} sent what was not expected`, { cause });

/** A source's JSON, checked. @throws TurnlogError PROVIDER_FAILED, FORBIDDEN */
export const askJson = async <S extends z.ZodType>(
  { fetch, signal }: Asking,
  url: URL,
  schema: S,
  request: Request = {},
): Promise<z.infer<S>> => {
  const text = await fetch(url, { signal, ...request });
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw unexpected(url, cause);
  }
};

const text = z.union([z.string(), z.number(), z.object({ '#text': z.union([z.string(), z.number()]) })]);
const words = text.transform((value) => String(typeof value === 'object' ? value['#text'] : value));
const rss = z.object({
  rss: z.object({
    channel: z.object({
      title: words.optional(),
      item: z
        .array(z.object({ title: words, link: words, description: words.optional(), pubDate: words.optional() }))
        .default([]),
    }),
  }),
});

export type FeedItem = { title: string; url: string; snippet: string; published: string };

/** The newest entries of an RSS feed. @throws TurnlogError PROVIDER_FAILED, FORBIDDEN */
export const askFeed = async ({ fetch, signal }: Asking, url: URL, limit: number): Promise<FeedItem[]> => {
  const body = await fetch(url, { signal });
  const parser = new XMLParser({ isArray: (name) => name === 'item', parseTagValue: false, processEntities: true });
  const parsed = rss.safeParse(parser.parse(body));
  if (!parsed.success) throw unexpected(url, parsed.error);
  return parsed.data.rss.channel.item.slice(0, limit).map((item) => ({
    title: plainText(item.title),
    url: item.link.trim(),
    snippet: plainText(item.description ?? ''),
    published: item.pubDate ?? '',
  }));
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", apos: "'" };

/** Text without markup. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();

/** Cut at a word, with an ellipsis. */
export const shorten = (long: string, limit: number): string =>
  long.length <= limit ? long : `${long.slice(0, limit).replace(/\s+\S*$/, '')}…`;

/** What stands behind a lead such as "the weather in": the rest of the sentence without its mark. */
export const restAfter = (message: string, lead: RegExp): string | null => {
  const match = lead.exec(message);
  const rest =
    match &&
    message
      .slice(match.index + match[0].length)
      .replace(/[\s?.!]+$/, '')
      .trim();
  return rest ? rest : null;
};

/** The city that a time zone is named after. */
export const cityOf = (timeZone: string): string => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
