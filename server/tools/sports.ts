import { z } from 'zod';
import { sayDay } from '../../schema/days.ts';
import { askJson, shorten } from './ask.ts';
import { sportsQuestionIn } from './sports-questions.ts';
import { defineTool, failed, type ToolContext } from './tool.ts';

/** The key that TheSportsDB gives to everybody. */
const PATH = '/api/v1/json/123';
const name = z.string().min(1).max(80);
const club = z.object({ idTeam: z.string(), strTeam: z.string(), strLeague: z.string().nullish() });
type Club = z.infer<typeof club>;
const teams = z.object({ teams: z.array(club).nullable() });
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
const between = z.object({ event: z.array(event).nullable() });

const gameOf = (game: z.infer<typeof event>) => ({
  home: game.strHomeTeam,
  away: game.strAwayTeam,
  homeScore: game.intHomeScore ?? null,
  awayScore: game.intAwayScore ?? null,
  status: game.strStatus ?? '',
  date: game.dateEvent ?? '',
});
type Game = ReturnType<typeof gameOf>;

const clubOf = async (context: ToolContext, team: string): Promise<Club | null> =>
  (await askJson(context, context.sources.url('sportsDb', `${PATH}/searchteams.php`, { t: team }), teams)).teams?.[0] ??
  null;

/** Words of a name that is parted in two: each place to part it costs up to two requests. */
const MAX_PARTED = 4;
/** The club and, where two are meant, the other: "bayern dortmund" is no club's name, and "bayern" is one. */
const clubsOf = async (context: ToolContext, team: string, opponent?: string): Promise<(Club | null)[]> => {
  const one = await clubOf(context, team);
  if (opponent !== undefined) return [one, one && (await clubOf(context, opponent))];
  const words = team.split(' ');
  if (one || words.length > MAX_PARTED) return [one, null];
  for (let place = 1; place < words.length; place += 1) {
    const first = await clubOf(context, words.slice(0, place).join(' '));
    const second = first && (await clubOf(context, words.slice(place).join(' ')));
    if (second) return [first, second];
  }
  return [null, null];
};

/** The last and the next ones. */
const gamesOf = async (context: ToolContext, { idTeam: id }: Club): Promise<Game[]> => {
  const { sources } = context;
  const [past, coming] = await Promise.all([
    askJson(context, sources.url('sportsDb', `${PATH}/eventslast.php`, { id }), last),
    askJson(context, sources.url('sportsDb', `${PATH}/eventsnext.php`, { id }), next),
  ]);
  return [...(past.results ?? []), ...(coming.events ?? [])].map(gameOf);
};

const MAX_BETWEEN = 10;
/** Those of two clubs, at home of either, the latest first. */
const gamesBetween = async (context: ToolContext, one: Club, other: Club): Promise<Game[]> => {
  const met = await Promise.all(
    [`${one.strTeam}_vs_${other.strTeam}`, `${other.strTeam}_vs_${one.strTeam}`].map((e) =>
      askJson(
        context,
        context.sources.url('sportsDb', `${PATH}/searchevents.php`, { e: e.replaceAll(' ', '_') }),
        between,
      ),
    ),
  );
  return met
    .flatMap(({ event: games }) => (games ?? []).map(gameOf))
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, MAX_BETWEEN);
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
  parameters: z.object({
    team: name,
    opponent: name.exactOptional().describe('the other team, where one game of two is asked for'),
  }),
  offline: false,
  idempotent: true,
  dataSources: ['TheSportsDB'],
  fromMessage: sportsQuestionIn,
  async execute({ team, opponent }, context) {
    const [club, other] = await clubsOf(context, team, opponent);
    if (!club) return failed(`no team is known as "${team}"`);
    if (opponent !== undefined && !other) return failed(`no team is known as "${opponent}"`);
    const found = [...(await gamesOf(context, club)), ...(other ? await gamesBetween(context, club, other) : [])];
    const isBetween = ({ home, away }: Game) => !other || [home, away].includes(other.strTeam);
    const games = [...new Map(found.filter(isBetween).map((game) => [JSON.stringify(game), game])).values()];
    const who = other ? `${club.strTeam} and ${other.strTeam}` : club.strTeam;
    if (games.length === 0) return failed(`no games of ${who} are known`);
    const say = ({ home, away, homeScore, awayScore, date }: Game) =>
      homeScore === null
        ? `${home} – ${away} on ${sayDay(date)}`
        : `${home} ${homeScore} : ${awayScore} ${away} on ${sayDay(date)}`;
    return {
      success: true,
      data: { team: club.strTeam, ...(other && { opponent: other.strTeam }), games },
      spoken: `${who}: ${games.slice(0, 3).map(say).join('; ')}. [1]`,
      blocks: [{ type: 'score', title: shorten(who, 200), games }],
      sources: [{ title: `${club.strTeam} (TheSportsDB)`, url: `https://www.thesportsdb.com/team/${club.idTeam}` }],
    };
  },
});
