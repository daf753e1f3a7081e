import { json } from './replay.ts';

const game = {
  idEvent: '2267073',
  strEvent: 'Arsenal vs Chelsea',
  strSport: 'Soccer',
  idLeague: '4328',
  strLeague: 'English Premier League',
  strSeason: '2025-2026',
  strHomeTeam: 'Arsenal',
  strAwayTeam: 'Chelsea',
  intHomeScore: '2',
  intAwayScore: '1',
  dateEvent: '2026-03-01',
  strTime: '16:30:00',
  strStatus: 'Match Finished',
};
const PATH = '/api/v1/json/123';

/** https://www.thesportsdb.com/documentation: the key that everybody may use stands in the path. */
export const theSportsDb = {
  [`${PATH}/searchteams.php`]: json({
    teams: [
      { idTeam: '133604', idESPN: '359', strTeam: 'Arsenal', strSport: 'Soccer', strLeague: 'English Premier League' },
    ],
  }),
  [`${PATH}/eventslast.php`]: json({ results: [game] }),
  [`${PATH}/eventsnext.php`]: json({
    events: [
      {
        ...game,
        strHomeTeam: 'Everton',
        strAwayTeam: 'Arsenal',
        intHomeScore: null,
        intAwayScore: null,
        dateEvent: '2026-03-14',
        strStatus: 'Not Started',
      },
    ],
  }),
};

export const theSportsDbEmpty = { [`${PATH}/searchteams.php`]: json({ teams: null }) };
