import { z } from 'zod';
import { askJson, restAfter, shorten } from './ask.ts';
import { defineTool, failed } from './tool.ts';

/** The key that TheSportsDB gives to everybody. */
const PATH = '/api/v1/json/123';
const teams = z.object({
  teams: z.array(z.object({ idTeam: z.string(), strTeam: z.string(), strLeague: z.string().nullish() })).nullable(),
});
const event = z.object({
  strHomeTeam: z.string(),
  strAwayTeam: z.string(),
  intHomeScore: z.string().nullish(),
  intAwayScore: z.string().nullish(),
  strStatus: z.string().nullish(),
  dateEvent: z.string().nullish(),
});
const last = z.object({ results: z.array(event).nullable() });
const next = z.object({ events: z.array(event).nullable() });

export const sports = defineTool({
  id: 'sports',
  name: 'Sports',
  progress: 'Looking up the games',
  description: "A team's last results and next games.",
  rule: 'sports: scores, results and schedules of a team.',
  examples: [
    'scores and results of a sports team',
    'when does a team play next',
    'who won the last game or match',
    'schedule of football, basketball or hockey games',
    'final score of a match',
  ],
  parameters: z.object({ team: z.string().min(1).max(80) }),
  offline: false,
  idempotent: true,
  dataSources: ['TheSportsDB'],
  fromMessage: (message) => {
    const team =
      restAfter(
        message,
        /\b(?:scores?|results?|schedule|fixtures?|games?|match(?:es)?)\s+(?:of|for|by)\s+(?:the\s+)?/i,
      ) ??
      /\b(?:did|do|does|is|are|will)\s+(?:the\s+)?(\p{L}[\p{L}\d. -]*?)\s+(?:win|won|lose|lost|play|playing|do|score)\b/iu.exec(
        message,
      )?.[1];
    return team ? { team: team.slice(0, 80) } : null;
  },
  async execute({ team }, context) {
    const { sources } = context;
    const found = await askJson(context, sources.url('sportsDb', `${PATH}/searchteams.php`, { t: team }), teams);
    const club = found.teams?.[0];
    if (!club) return failed(`no team is known as "${team}"`);
    const id = { id: club.idTeam };
    const [past, coming] = await Promise.all([
      askJson(context, sources.url('sportsDb', `${PATH}/eventslast.php`, id), last),
      askJson(context, sources.url('sportsDb', `${PATH}/eventsnext.php`, id), next),
    ]);
    const games = [...(past.results ?? []), ...(coming.events ?? [])].map((game) => ({
      home: game.strHomeTeam,
      away: game.strAwayTeam,
      homeScore: game.intHomeScore ?? null,
      awayScore: game.intAwayScore ?? null,
      status: game.strStatus ?? '',
      date: game.dateEvent ?? '',
    }));
    if (games.length === 0) return failed(`no games of ${club.strTeam} are known`);
    const say = ({ home, away, homeScore, awayScore, date }: (typeof games)[number]) =>
      homeScore === null ? `${home} – ${away} on ${date}` : `${home} ${homeScore} : ${awayScore} ${away} on ${date}`;
    return {
      success: true,
      data: { team: club.strTeam, games },
      spoken: `${club.strTeam}: ${games.slice(0, 3).map(say).join('; ')}. [1]`,
      blocks: [{ type: 'score', title: shorten(club.strTeam, 200), games }],
      sources: [{ title: `${club.strTeam} (TheSportsDB)`, url: `https://www.thesportsdb.com/team/${club.idTeam}` }],
    };
  },
});
