import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { withoutEntities } from '../../schema/entities.ts';
import { TurnlogError } from '../errors.ts';
import type { ToolContext } from './tool.ts';

/** What the model makes of a question; null where none answers: a tool goes on without it. */
export const askModelOrNull = async <S extends z.ZodType>(
  { askModel, signal }: Pick<ToolContext, 'askModel' | 'signal'>,
  schema: S,
  question: string,
): Promise<z.infer<S> | null> => {
  try {
    return await askModel(schema, question);
  } catch {
    signal.throwIfAborted();
    return null;
  }
};

type Asking = Pick<ToolContext, 'fetch' | 'signal'>;
type Request = {
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: unknown;
  /** What a source means that answers 404 where it found nothing. */
  notFound?: unknown;
};

/** An address that a block or a source may link to. */
export const webLink = z.url({ protocol: /^https?$/ });

const unexpected = (url: URL, cause: unknown) =>
  new TurnlogError('PROVIDER_FAILED', `${url.host} sent what was not expected`, { cause });

const orIfNotFound = (answer: unknown) => (error: unknown) => {
  if (error instanceof TurnlogError && error.details.status === 404) return JSON.stringify(answer);
  throw error;
};

/** A source's JSON, checked. @throws TurnlogError PROVIDER_FAILED, FORBIDDEN */
export const askJson = async <S extends z.ZodType>(
  { fetch, signal }: Asking,
  url: URL,
  schema: S,
  { notFound, ...request }: Request = {},
): Promise<z.infer<S>> => {
  const answered = fetch(url, { signal, ...request });
  const text = await (notFound === undefined ? answered : answered.catch(orIfNotFound(notFound)));
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw unexpected(url, cause);
  }
};

const text = z.union([z.string(), z.number(), z.object({ '#text': z.union([z.string(), z.number()]) })]);
const words = text.transform((value) => String(typeof value === 'object' ? value['#text'] : value));
const entry = z.object({ title: words, link: words, description: words.optional(), pubDate: words.optional() });
const rss = z.object({
  rss: z.object({ channel: z.union([z.object({ item: z.array(z.unknown()).default([]) }), z.literal('')]) }),
});

export type FeedItem = { title: string; url: string; snippet: string; published: string };

/** The newest entries of an RSS feed. @throws TurnlogError PROVIDER_FAILED, FORBIDDEN */
export const askFeed = async ({ fetch, signal }: Asking, url: URL, limit: number): Promise<FeedItem[]> => {
  const channel = readFeed(url, await fetch(url, { signal }));
  const items = channel === '' ? [] : channel.item;
  return items
    .flatMap((item) => {
      // One entry that lacks its link spoils no feed.
      const { data } = entry.safeParse(item);
      return data && webLink.safeParse(data.link.trim()).success ? [data] : [];
    })
    .slice(0, limit)
    .map((item) => ({
      title: plainText(item.title),
      url: item.link.trim(),
      snippet: plainText(item.description ?? ''),
      published: item.pubDate ?? '',
    }));
};

const readFeed = (url: URL, body: string) => {
  const parser = new XMLParser({ isArray: (name) => name === 'item', parseTagValue: false, processEntities: true });
  try {
    return rss.parse(parser.parse(body, true)).rss.channel;
  } catch (cause) {
    throw unexpected(url, cause);
  }
};

/** Text without markup. */
export const plainText = (html: string): string =>
  withoutEntities(html.replace(/<[^>]*>/g, ' '))
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
