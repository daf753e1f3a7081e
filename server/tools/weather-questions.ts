import { findPlace } from './places.ts';
import { plainQuestion } from './plain-question.ts';

const SKY =
  /\b(?:weather|wether|forecast|temp|temps|temperatures?|rain\w*|snow\w*|sun\w*|hot|cold\w*|warm\w*|wind\w*|storm\w*|umbrella|coat|jacket|wellies|heat ?wave|humid\w*|dry|wet|cloud\w*|fog\w*|freez\w*|frost\w*|degrees|outside|icy|hail|thunder\w*|uv|pollen|shorts|chilly|drizzl\w*|barbecue)\b/i;
/** Somebody who tells of the weather, or asks it of something else, asks for no forecast. */
const tells =
  /^(?:i|we|my|he|she|they|you|that|it'?s|it is|it was|the weather (?:is|was))\b(?!.*(?:\?|\bforecast (?:in|for)\b|\bweather (?:in|for)\b))|^(?:write|translate|rewrite|explain|draft)\b|\b(?:poem|story|essay)\b/i;
const WHEN = `(?:to(?:day|night)|tom+or+ow|yesterday|now|right now|rn|currently|at the moment|atm|later|like|please|pls|plz|again|outside|(?:this|next|the|over the|at the|for the) (?:morning|afternoon|evening|week|weekend|month|night|few days|coming days)|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?)`;
const whens = new RegExp(`(?:^|,? )${WHEN}(?=$|[,?.! ])`, 'gi');
const NAME = String.raw`(\p{L}[\p{L}'’. -]*?(?:, ?\p{L}[\p{L} ]*)?)`;
const placed = new RegExp(String.raw`^.*\b(?:in|for|at|to|near|around) ${NAME}$`, 'iu');
const besides = [
  new RegExp(`^(?:.* )?(?:weather|wether|forecast|temp|temperature) ${NAME}$`, 'iu'),
  new RegExp(`^(?:what(?:'s| is)? )?(?:the )?${NAME} (?:weather|wether|forecast|temp|temperature)$`, 'iu'),
];
const OWN =
  /^(?:here|me|us|my (?:area|town|city|place)|home|work|school|town|the (?:barbecue|wedding|garden|match|run|walk))(?:,.*)?$/i;

/** Where a message asks for the weather, the person's own place where it names none; null where it doesn't ask plainly. */
export const weatherQuestionIn = (message: string): { place?: string } | null => {
  const said = plainQuestion(message);
  if (!SKY.test(said) || tells.test(said)) return null;
  const text = said
    .replace(/[\s?.!]+$/, '')
    .replace(whens, '')
    .replace(/[\s,]+$/, '')
    .trim();
  const place = placed.exec(text)?.[1];
  if (place !== undefined) {
    if (OWN.test(place)) return {};
    // A town needn't be a known one; what begins with an article must be.
    if (findPlace(place) || !/^(?:the|an?|my|our|your|this|that|it|be|get|go|stay|\w+ing)\b/i.test(place))
      return { place };
    return /^(?:be|get|go|stay)\b/i.test(place) ? {} : null;
  }
  const beside = besides.map((pattern) => pattern.exec(text)?.[1]).find((name) => name && findPlace(name));
  return beside ? { place: beside } : {};
};
