import { plainQuestion } from './plain-question.ts';

const NAME = String.raw`(?:the )?(\p{L}[\p{L}\d.&'-]*(?: [\p{L}\d.&'-]+){0,3}?)`;
const GAME = '(?:games?|match(?:es)?|fixtures?|schedule|scores?|results?)';
const WHEN =
  '(?: (?:last night|tonight|today|tomorrow|yesterday|this (?:week|weekend|season|month|year)|last (?:week|weekend|game|match|season|time)|next(?: game| match| week| weekend)?|on \\w+day|again|now|right now|live|please|pls|at home|away|the game|the match|their (?:last )?(?:game|match))){0,3}';
const END = String.raw`${WHEN}[\s?.!]*$`;
const forms = [
  `\\b${GAME} (?:of|for|by|from) ${NAME}`,
  `\\b(?:score|result)s? (?:in|of|from|for) the ${NAME} (?:game|match)`,
  `\\b(?:did|do|does|will|have|has) ${NAME} (?:win|won|lose|lost|play|playing|score|draw|qualify|do|get on)(?: (?:against|vs|at) .+?)?`,
  `\\b(?:are|is) ${NAME} (?:playing|winning|losing)(?: (?:against|vs|at) .+?)?`,
  `\\bis there an? ${NAME} (?:game|match)`,
  `\\b(?:when|where|what time)(?:'s| is|s)? (?:the )?(?:next )?${NAME} (?:game|match)`,
  `^(?:(?:what(?:'s|s| is| was| are)?|show|tell|give|me|get|the|latest|final|last|next|upcoming) )*${NAME} ${GAME}`,
].map((form) => new RegExp(`${form}${END}`, 'iu'));
/** What plays no games under a name, or is no team but a sport or a league. */
const NO_TEAM =
  /^(?:do|did|does|have|has|can|will|play\w*|how|when|i|we|you|he|she|it|they|us|my|your|our|their|his|her|who|what|that|this|these|those|people|there|a|an|any|one|kids?|is|are|video|board|card|test|exam|credit|football|soccer|basketball|baseball|hockey|tennis|cricket|rugby|sports?|final|latest|last|next|live|all|some|good|big|best|tonight|today|tomorrow|yesterday|anyone|anybody|everyone|who|them)\b|\b(?:league|cup|race|grand prix|f1|nba|nfl|nhl|mlb|vs?|and|or|my|your)\b/i;

const VERSUS = String.raw`(?: (?:vs?\.?|versus|against|[-–:/]) )`;
const WITH = `(?:${VERSUS}| (?:and|at) )`;
/** Two that play each other. */
const pairs = [
  `\\b${GAME} (?:of|for|in|from|between) ${NAME}${WITH}${NAME}(?: ${GAME})?`,
  `\\b(?:did|do|does|will|can|have|has|are|is|when do|when does) ${NAME} (?:beat|play|playing|face|facing|meet|meeting|(?:win|won|winning|lose|lost|losing|draw|drawn)(?: (?:against|vs|at|to|with))?)(?: (?:against|vs|with))? ${NAME}`,
  `^(?:(?:what(?:'s|s| is| was| are)?|who won|how did|when(?:'s|s| is)?|show|tell|give|me|get|the|latest|final|last|next|upcoming|score|result) )*${NAME}(?:${VERSUS}${NAME}(?: ${GAME})?|${WITH}${NAME} ${GAME})`,
].map((form) => new RegExp(`${form}${END}`, 'iu'));

type SportsQuestion = { team: string; opponent?: string };

const teamOf = (name: string | undefined): string | null => {
  const team = name?.replace(/'s?$/i, '');
  return !team || NO_TEAM.test(team) ? null : team.slice(0, 80);
};

/** The team that a message names, or the two that play each other; null where it names none. */
export const sportsQuestionIn = (message: string): SportsQuestion | null => {
  const text = plainQuestion(message);
  for (const pattern of pairs) {
    const [first, second] = pattern.exec(text)?.slice(1).filter(Boolean) ?? [];
    const [team, opponent] = [teamOf(first), teamOf(second)];
    if (team && opponent) return { team, opponent };
  }
  for (const pattern of forms) {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) continue;
    const team = teamOf(found);
    return team === null ? null : { team };
  }
  return null;
};
