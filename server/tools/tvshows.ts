import { plainText, shorten } from './ask.ts';
import { defineShowTool } from './tv-maze.ts';

export const tvshows = defineShowTool({
  id: 'tvshows',
  name: 'TV shows',
  progress: 'Looking up the show',
  description: 'What a television series is about, its status, rating and schedule.',
  rule: 'tvshows: facts about a television series; where it can be watched belongs to whereToWatch.',
  examples: [
    'information about a television series',
    'what a TV show is about, its plot and genre',
    'when a series airs and whether it has ended',
    'rating of a TV show and when it premiered',
    'how many seasons and which network a series has',
  ],
  tell: (found) => {
    const facts: [string, string][] = [
      ['Status', found.status ?? ''],
      ['Premiered', found.premiered ?? ''],
      ['Ended', found.ended ?? ''],
      ['Genres', found.genres.join(', ')],
      ['Rating', found.rating?.average ? `${found.rating.average} of 10` : ''],
      ['Shown by', found.webChannel?.name ?? found.network?.name ?? ''],
      ['Schedule', [found.schedule?.days.join(', '), found.schedule?.time].filter(Boolean).join(' at ')],
    ];
    const rows = facts.filter(([, value]) => value !== '');
    const summary = shorten(plainText(found.summary ?? ''), 600);
    return {
      success: true,
      data: { title: found.name, summary, facts: Object.fromEntries(rows) },
      spoken: `${found.name}: ${summary} [1]`,
      blocks: [
        { type: 'table', title: shorten(found.name, 200), columns: ['Fact', 'Value'], rows },
        ...(found.image
          ? [{ type: 'image' as const, title: found.name, url: found.image.medium, alt: `Poster of ${found.name}` }]
          : []),
      ],
      sources: [{ title: `${found.name} (TVmaze)`, url: found.url, snippet: summary }],
    };
  },
});
