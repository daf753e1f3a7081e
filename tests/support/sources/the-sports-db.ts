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

const clubs = (id: string, name: string) => json({ teams: [{ idTeam: id, strTeam: name, strLeague: 'Bundesliga' }] });
const met = { ...game, strHomeTeam: 'Borussia Dortmund', strAwayTeam: 'Bayern Munich', dateEvent: '2026-02-28' };
/** No club has both names; each half is one's. */
export const theSportsDbPair = {
  [`${PATH}/searchteams.php`]: json({ teams: null }),
  [`${PATH}/searchteams.php?t=bayern`]: clubs('1', 'Bayern Munich'),
  [`${PATH}/searchteams.php?t=dortmund`]: clubs('2', 'Borussia Dortmund'),
  [`${PATH}/eventslast.php`]: json({ results: [{ ...game, strHomeTeam: 'Bayern Munich', strAwayTeam: 'Mainz' }, met] }),
  [`${PATH}/eventsnext.php`]: json({ events: null }),
  [`${PATH}/searchevents.php`]: json({ event: null }),
  [`${PATH}/searchevents.php?e=Borussia_Dortmund_vs_Bayern_Munich`]: json({
    event: [{ ...met, dateEvent: '2025-03-01', intAwayScore: '3' }, met],
  }),
};

export const theSportsDbEmpty = { [`${PATH}/searchteams.php`]: json({ teams: null }) };
