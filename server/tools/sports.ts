import { z } from 'zod';
import { sayDay } from '../../schema/days.ts';
import { askJson, shorten } from './ask.ts';
import { plainQuestion } from './plain-question.ts';
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

const TEAM = String.raw`(?:the )?(\p{L}[\p{L}\d.&'-]*(?: [\p{L}\d.&'-]+){0,3}?)`;
const GAME = '(?:games?|match(?:es)?|fixtures?|schedule|scores?|results?)';
const WHEN =
  '(?: (?:last night|tonight|today|tomorrow|yesterday|this (?:week|weekend|season|month|year)|last (?:week|weekend|game|match|season|time)|next(?: game| match| week| weekend)?|on \\w+day|again|now|right now|live|please|pls|at home|away|the game|the match|their (?:last )?(?:game|match))){0,3}';
const END = String.raw`${WHEN}[\s?.!]*$`;
const forms = [
  `\\b${GAME} (?:of|for|by|from) ${TEAM}`,
  `\\b(?:score|result)s? (?:in|of|from|for) the ${TEAM} (?:game|match)`,
  `\\b(?:did|do|does|will|have|has) ${TEAM} (?:win|won|lose|lost|play|playing|score|draw|qualify|do|get on)(?: (?:against|vs|at) .+?)?`,
  `\\b(?:are|is) ${TEAM} (?:playing|winning|losing)(?: (?:against|vs|at) .+?)?`,
  `\\bis there an? ${TEAM} (?:game|match)`,
  `\\b(?:when|where|what time)(?:'s| is|s)? (?:the )?(?:next )?${TEAM} (?:game|match)`,
  `^(?:(?:what(?:'s|s| is| was| are)?|show|tell|give|me|get|the|latest|final|last|next|upcoming) )*${TEAM} ${GAME}`,
].map((form) => new RegExp(`${form}${END}`, 'iu'));
/** What plays no games under a name, or is no team but a sport or a league. */
const NO_TEAM =
  /^(?:do|did|does|have|has|can|will|play\w*|how|when|i|we|you|he|she|it|they|us|my|your|our|their|his|her|who|what|that|this|these|those|people|there|a|an|any|one|kids?|is|are|video|board|card|test|exam|credit|football|soccer|basketball|baseball|hockey|tennis|cricket|rugby|sports?|final|latest|last|next|live|all|some|good|big|best)\b|\b(?:league|cup|race|grand prix|f1|nba|nfl|nhl|mlb|vs?|and|or|my|your)\b/i;

/** The one team that a message names; null where it names none, or two. */
const teamIn = (message: string): string | null => {
  const text = plainQuestion(message);
  for (const pattern of forms) {
    const team = pattern.exec(text)?.[1]?.replace(/'s?$/i, '');
    if (team) return NO_TEAM.test(team) ? null : team.slice(0, 80);
  }
  return null;
};

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
    const team = teamIn(message);
    return team === null ? null : { team };
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
      homeScore === null
        ? `${home} – ${away} on ${sayDay(date)}`
        : `${home} ${homeScore} : ${awayScore} ${away} on ${sayDay(date)}`;
    return {
      success: true,
      data: { team: club.strTeam, games },
      spoken: `${club.strTeam}: ${games.slice(0, 3).map(say).join('; ')}. [1]`,
      blocks: [{ type: 'score', title: shorten(club.strTeam, 200), games }],
      sources: [{ title: `${club.strTeam} (TheSportsDB)`, url: `https://www.thesportsdb.com/team/${club.idTeam}` }],
    };
  },
});
