import { z } from 'zod';
import { askJson, shorten } from './ask.ts';
import { defineTool, failed } from './tool.ts';

const answer = z.object({
  Response: z.enum(['True', 'False']),
  Title: z.string().optional(),
  Year: z.string().optional(),
  Rated: z.string().optional(),
  Genre: z.string().optional(),
  Runtime: z.string().optional(),
  imdbID: z
    .string()
    .regex(/^tt\d+$/)
    .optional(),
});

export const contentRating = defineTool({
  id: 'contentRating',
  name: 'Content rating',
  progress: 'Looking up the rating',
  description: 'The age rating of a film or a series.',
  rule: 'contentRating: for which age a film or series is rated, whether children may watch it.',
  examples: [
    'age rating of a movie or series',
    'is a film suitable for children',
    'parental guidance for a movie',
    'what a film is rated and why',
    'whether a show is appropriate for kids',
  ],
  parameters: z.object({ title: z.string().min(1).max(120) }),
  offline: false,
  idempotent: true,
  dataSources: ['OMDb'],
  fromMessage: (message) => {
    const title =
      /["“‘]([^"”’]{1,120})["”’]/.exec(message)?.[1] ??
      /\b(?:rating (?:of|for)|rated is|is|can (?:kids|children|my \w+) watch)\s+(?:the (?:movie|film|show)\s+)?(.+?)(?:\s+(?:rated|suitable|appropriate|okay|ok|safe|for|pg|r)\b.*)?[\s?.!]*$/i.exec(
        message,
      )?.[1];
    return title ? { title } : null;
  },
  async execute({ title }, context) {
    const { sources } = context;
    const found = await askJson(context, sources.url('omdb', '/', { t: title, apikey: sources.key('omdb') }), answer);
    const rated = found.Rated;
    if (found.Response === 'False' || !rated || rated === 'N/A') return failed(`no rating is known for "${title}"`);
    const name = found.Title ?? title;
    const detail = [found.Year, found.Genre, found.Runtime].filter(Boolean).join(' · ');
    const link = found.imdbID ? `https://www.imdb.com/title/${found.imdbID}/parentalguide` : 'https://www.omdbapi.com/';
    return {
      success: true,
      data: { title: name, rated, detail },
      spoken: `${name} is rated ${rated}. [1]`,
      blocks: [{ type: 'value', title: 'Content rating', input: shorten(name, 200), result: rated, detail }],
      sources: [{ title: `${name} (OMDb)`, url: link }],
    };
  },
});
