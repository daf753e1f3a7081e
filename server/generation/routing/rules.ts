/** A message that is nothing but a greeting, a thank-you or a word of agreement: nothing is asked. */
export const GREETING_RE =
  /^(?:(?:hi|hey|hello|hiya|howdy|yo|good (?:morning|afternoon|evening|night)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|cheers|ok(?:ay)?|k|cool|nice|great|awesome|perfect|sure|yes|yep|yeah|no|nope|bye|goodbye|see you|good ?night|lol|haha+|how are you(?: doing)?(?: today)?|what'?s up|sup)(?: (?:there|all|everyone|again|then|turnlog|friend))*[\s,.!?…]*)+$/i;

/** Asks to look up what was talked about: the subject lies in earlier turns. */
export const CONTEXTUAL_RE =
  /^(?:(?:can|could|would) you |please |just |ok(?:ay)?,? |then )*(?:look (?:it|that|this|them|him|her) up|google (?:it|that|this|them)|search (?:for )?(?:it|that|this|them)(?: (?:online|up))?|check (?:it|that) online|find (?:that|it) out)\b(?: (?:please|for me|online|on the (?:web|internet)|then|again))*[\s.!?]*$/i;

/** What another tool knows better than a search does. */
const OTHERS = [
  String.raw`[-+]?[\d(][\d\s.,()]*(?:[-+*/x^%÷×!]|percent|plus|minus|times|divided)`,
  String.raw`(?:the )?(?:square|cube) root\b`,
  String.raw`(?:the )?(?:sum|product|result|value) of [\d(]`,
  String.raw`\d[\d.,]*\s*\S+(?:\s\S+)?\s+(?:in|to|into|as)\s+\S+`,
  String.raw`(?:the |today'?s |this week'?s |tomorrow'?s |yesterday'?s )?(?:current |local |exact )?(?:time|date|day|weekday|weather|temperature|forecast|news|headlines|moon|lunar|phase|score|recipe)\b`,
  String.raw`(?:the |a |another )?(?:definition|meaning|synonyms?|antonyms?|joke|rating|age rating)\b`,
  String.raw`(?:the )?(?:next |public |bank |national |upcoming )*(?:holidays?|full moon|new moon|eclipse|game|match|episode)\b`,
  String.raw`(?:in|inside|stored|kept) (?:my|our|the)\b`,
  String.raw`(?:today|tomorrow|my|your|you|i|we|it|that|this|these|those|they|he|she|wrong|up|new|next|going|happening|on|playing)\b`,
  String.raw`\S+ rated\b`,
].join('|');

/** Words that, wherever they stand, ask another tool or for an opinion. */
const ELSEWHERE = [
  /side effects?|dos(?:e|es|age)|interactions?|prescribed|used for|used to treat|(?:the|a) (?:drug|medicine|medication)|active ingredient/,
  /seasons?|episodes?|(?:tv|television) (?:show|series)|the (?:show|series)|plot of|storyline|streaming|streams?/,
  /on (?:netflix|hulu|disney|hbo|max|prime|amazon|apple tv|peacock|paramount)/,
  /rated|rating|certificate of|suitable|appropriate|(?:minimum age|age limit)/,
  /scores?|standings|fixtures|league|winning|the (?:game|match|race)|playing|performing/,
  /news|newspapers?|headlines|stories|papers|the latest/,
  /to do (?:in|this|tonight|today|around|near|on|with)|events?|concerts?|gigs?|tickets?/,
  /on this (?:very )?(?:day|date)|this day|in history|historical (?:event|significance)/,
  /synonyms?|antonyms?|opposite of|(?:another|an?) (?:\w+ )?(?:word|way) (?:for|of|to say)|(?:another|a different) (?:word|way)|dictionary|defin(?:e|ition)|in a sentence|mean|meaning of the word/,
  /videos?|youtube|trailers?|clips?/,
  /recipes?|ingredients|to cook|for dinner/,
  /jokes?|puns?|one-liners?/,
  /(?:the moon|moonlight) (?:tonight|today|now|look)|tonight'?s moon|moon (?:tonight|today)/,
  /(?:public|bank|national|federal) holidays?/,
  /weather|forecast|degrees|raining|chances? of|uv index|temp|the (?:high|low) (?:today|tonight|tomorrow)/,
  /(?:average|mean|half|third|quarter) of \d+|\d ?% (?:of|off|tip)|tip (?:on|for)|squared|cubed|percent|divided by|multiplied by|plus|minus/,
  /thermostat|humidity in the|(?:state|status) of the|stored in|in (?:the )?\S* ?box/,
  /pros and cons|to you|advice/,
]
  .map(({ source }) => source)
  .join('|');

/**
 * Asks for facts about a topic. There is no score beside it: embeddings score such sentences low whatever the examples say,
 * so the pattern itself is the gate.
 */
export const SEARCH_INTENT_RE = new RegExp(
  String.raw`^(?!.*\b(?:${ELSEWHERE})\b)` +
    String.raw`(?!.*\b(?:about|on|for)[\s?.!]*$)` +
    `(?:hey,? |please |(?:can|could) you |(?:do you )?know )*(?:` +
    `(?:what(?:'?s| is| are| was| were)|who(?:'?s| is| are| was| were)) (?!${OTHERS})` +
    String.raw`|look up (?!(?:the )?(?:definition|meaning|weather|word)\b)|search (?:the (?:web|internet) )?for |google |tell me about (?!your|my|the weather|the news)|find (?:information|info|out) (?:about|on) )` +
    String.raw`\S`,
  'i',
);
