import { z } from 'zod';
import { plainQuestion } from './plain-question.ts';

export const parameters = z.object({
  action: z.enum(['list', 'find', 'add', 'remove']),
  item: z.string().min(1).max(100).exactOptional(),
  place: z.string().min(1).max(100).exactOptional(),
  quantity: z.int().min(1).max(1_000_000).exactOptional(),
});
type Request = z.infer<typeof parameters>;
type Groups = { item?: string; place?: string; quantity?: string };

const ARTICLE = '(?:(?:my|the|our|a|an|some|any|that|this) )?';
const QUANTITY = String.raw`(?:(?<quantity>\d+) )?`;
const ITEM = `${ARTICLE}(?:last )?(?<item>.+?)`;
const PLACED = `(?: (?:to|in|into|inside|on|onto|under|behind|at) ${ARTICLE}(?<place>.+?))`;
const LIST = '(?:(?:my|the|our) )?(?:home )?(?:inventory|stuff|things|list|belongings)';

const forms: [Request['action'], string[]][] = [
  [
    'add',
    [
      `(?:remember|note|remind me|keep in mind)(?: down)?(?: that)? ${ARTICLE}(?<item>.+?) (?:is|are|live|lives|goes|go|belongs?)(?: kept| stored)?${PLACED}`,
      `(?:add|put|store|record|note) (?:down )?${QUANTITY}${ARTICLE}(?<item>.+?)${PLACED}?`,
      `(?:i|we|i've|we've|i have|we have)(?: just)? (?:put|stored|placed|left|stashed|bought|got) ${QUANTITY}${ARTICLE}(?<item>.+?)${PLACED}`,
      `(?:i|we|i've|we've|i have|we have)(?: just)? (?:moved|brought|taken|took) ${QUANTITY}${ARTICLE}(?<item>.+?) (?:to|into|onto|up to|down to) ${ARTICLE}(?<place>.+?)`,
      `(?:my|our|the) (?<item>.+?) (?:is|are) (?:now |kept |stored )*(?:in|on|under|behind) (?:the|my|our) (?<place>.+?)`,
      `move ${QUANTITY}${ARTICLE}(?<item>.+?) (?:from .+ )?(?:to|into|onto) ${ARTICLE}(?<place>.+?)`,
    ],
  ],
  [
    'remove',
    [
      `(?:remove|delete|take|cross|strike) ${ARTICLE}(?<item>.+?) (?:from|out of|off) .+`,
      `(?:remove|delete) ${ARTICLE}(?<item>.+?)`,
      `(?:we|i)(?:'ve| have)?(?: just)? (?:used(?: up)?|threw away|threw out|finished|lost|broke|sold) ${ARTICLE}(?:last )?(?:of the )?(?<item>.+?)(?: away)?[,;.] (?:so )?(?:please )?(?:take|remove|delete) (?:it|them|that)(?: (?:off|from|out of) .+)?`,
    ],
  ],
  [
    'find',
    [
      `(?:where(?:'s|s| is| are| did (?:i|we) (?:put|leave|store|keep)| do (?:i|we) (?:keep|have|store)| have (?:i|we) put)|find) ${ITEM}`,
      `(?:any idea|do you know|tell me|you know) where ${ITEM} (?:is|are|ended up|went|got to|could be)`,
      `where (?:i|we) (?:put|left|stored|keep) ${ITEM}`,
      `do (?:i|we) (?:still )?have ${ITEM}(?: left)?`,
      `(?:have|are) (?:i|we|there) (?:got )?any ${ITEM} left`,
      `how (?:many|much) ${ITEM} (?:do (?:i|we) (?:still )?have|have (?:i|we) got|are there|are left|is left|are (?:in|on)\\b.+)(?: left)?`,
      `how (?:many|much) (?<item>.+?)`,
    ],
  ],
  [
    'list',
    [
      `what(?:'s|s| is| do (?:i|we) (?:have|keep|store))?(?: all)?(?: stored| kept)?(?: in| inside| on) ${ARTICLE}(?<place>.+?)`,
      `(?:show|list|tell)(?: me)? (?:everything|all|what(?:'s| is)|whats|the (?:things|items|stuff))(?: that is| that's| i have| stored| kept)*(?: in| inside| on) ${ARTICLE}(?<place>.+?)`,
    ],
  ],
];
const requests = forms.flatMap(([action, patterns]) =>
  patterns.map((pattern): [Request['action'], RegExp] => [
    action,
    new RegExp(`^${pattern}(?: at home| at the moment| right now| now)?$`, 'i'),
  ]),
);
const lead = /^(?:(?:hey|hi|ok|okay|so|and|please|also)[, ]+|(?:can|could|would) you (?:please )?)+/i;

/** What is no thing that is kept at home. */
const NO_THING =
  /^(?:it|to|on|from|in|out|away|back|that|this|them|these|those|me|us|you|him|her|yourself|myself|someone|people|time|words?|more|fun|one|sense|faith)\b|\b(?:restaurants?|hotels?|flights?|articles?|videos?|songs?)\b|^(?:plans|a moment|an idea)$/i;
const NO_PLACE =
  /,|^all\b|^(?:it|that|this|you|me|them|life|general|mind|shoes|perspective|touch|common|the (?:world|news)|.*\bbox office)$/i;

const requestOf = (action: Request['action'], { item, place, quantity }: Groups): Request | null => {
  const isNoThing = item !== undefined && NO_THING.test(item);
  if (isNoThing || (place !== undefined && NO_PLACE.test(place))) return null;
  const isList = place === undefined || new RegExp(`^${LIST}$`, 'i').test(place);
  return {
    action,
    ...(item === undefined ? {} : { item }),
    ...(isList ? {} : { place }),
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
  };
};

/** What a message asks of the things at home; null where it asks nothing of them. */
export const inventoryRequestIn = (message: string): Request | null => {
  const text = plainQuestion(message)
    .replace(/(?:,? (?:please|pls|thanks))?[\s?.!]*$/i, '')
    .replace(lead, '');
  for (const [action, pattern] of requests) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return requestOf(action, groups);
  }
  return /\binventory\b/i.test(text) && !/^(?:i|we)\b/i.test(text) ? { action: 'list' } : null;
};
