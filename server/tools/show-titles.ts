import { plainQuestion } from './plain-question.ts';

const KIND = '(?:tv |television |t\\.v\\. )?(?:shows?|series|programmes?|programs?|sitcom|drama)';
const TITLE = String.raw`(?:the ${KIND} |the (?=tv |television ))?([\p{L}\d][\p{L}\d'’:&!., -]*?)`;
const SERVICE =
  '(?:netflix|(?:amazon )?prime(?: video)?|amazon|disney(?: ?plus| ?\\+)?|hulu|hbo(?: max)?|max|apple tv(?: ?plus|\\+)?|paramount(?: ?plus|\\+)?|peacock|now tv|iplayer|bbc(?: iplayer)?|itv\\w*|channel \\d|sky|tv|youtube|crunchyroll|a streaming service)';
const END = String.raw`(?:,? (?:please|pls|again|online|for free|legally|now|right now|these days|tonight|then|at the moment|the (?:\p{L}+ )?(?:tv )?(?:show|series|one|tv one)|(?:tv )?(?:show|series))){0,3}[\s?.!]*$`;
const LEAD = String.raw`\b(?:what(?:'s|s| is| was)?|which)`;

const asked = [
  // What it is
  `\\bhow many (?:seasons?|series|episodes?)(?: (?:of|in|are in|are there (?:of|in)|does|did|has|do))+ ${TITLE}(?: (?:are there|have|had|got|run|last|is there|in total|so far))*`,
  `${LEAD} ${TITLE} about`,
  `\\bseason (?:\\d+|one|two|three|four|five|six) (?:of|for) ${TITLE}`,
  `\\b(?:another|a new|a second|a next|next|final|last|first|latest) (?:season|series|episode) (?:of|for) ${TITLE}(?: (?:air|come out|coming out|released?))?`,
  `\\bwhen (?:did|does|do|will|is) ${TITLE} (?:first |next |last )?(?:air|airs|aired|start|premiere|end|finish|come out|come back|return|on)(?: (?:on tv|back|next|first))*`,
  `${LEAD} (?:genre|kind of show|network|channel|platform|streaming service|service|streamer|app)(?: is| was| are| has| have| shows?| made| makes| aired| airs| streams| carries| do i need (?:for|to (?:watch|see))| can i (?:watch|see))+ ${TITLE}(?: on| from| by)?`,
  `\\b(?:info|information|details|facts|rating|ratings|plot|storyline|summary|synopsis|premise|cast|genre)(?: (?:on|about|of|for))+ ${TITLE}`,
  `\\b(?:did|have|has|was|were|is|are) (?:they )?(?:cancel|cancelled|canceled|renew|renewed|end|ended) ${TITLE}`,
  `\\b(?:was|is|has|did|got) ${TITLE} (?:been |get |got )?(?:cancell?ed|renewed|over|finished|ended|still (?:on|running|airing))`,
  `\\b(?:tell me|know|something|more) about (?:the )?${KIND} ${TITLE}`,
  `\\bwho (?:made|makes|created|stars in|is in|has|shows|streams) ${TITLE}`,
  // Where it is shown
  `\\bwhere (?:can|could|do|does|to)(?: (?:i|we|you|they|one))? (?:watch|stream|see|find|show|get) ${TITLE}(?: on tv| streaming)?`,
  `\\bhow (?:can|do|could) (?:i|we|you) (?:watch|stream|see) ${TITLE}`,
  `\\bwhere(?:'s|s| is) ${TITLE} (?:streaming|showing|on|available)(?: to watch)?`,
  `${LEAD} ${TITLE} (?:streaming|showing|available|on|airing)(?: on)?`,
  `\\b(?:can|could) (?:i|we|you) (?:watch|stream|see|find|get) ${TITLE} (?:on|with) ${SERVICE}`,
  `\\b(?:is|are|does) ${TITLE} (?:still |only |available |also |streaming |showing |to stream |to watch |on )*(?:on|with) ${SERVICE}`,
  `\\b(?:does|do|has|have) ${SERVICE} (?:have|got|show|carry|stream) ${TITLE}`,
].map((form) => new RegExp(`${form}${END}`, 'iu'));

/** What stands for something else, or is no title. */
const NO_TITLE =
  /^(?:(?:are|is|was|were|do|did|does|has) (?:you|we|they|i|he|she|it|that|this)|it|that|this|they|them|he|she|we|you|i|me|one|there|those|these|my|your|his|her|our|their|what|who|the best|something|anything|someone|everyone|all|the (?:news|weather|time|point|book|story|matter|moon|game|match|meeting|movie|film|show|series))\b(?! is us)/i;

/** The title of the series that a sentence asks about; null where it names none. */
export const titleIn = (message: string): string | null => {
  const text = plainQuestion(message);
  for (const pattern of asked) {
    const title = pattern.exec(text)?.[1]?.replace(/,$/, '').trim();
    if (title && !NO_TITLE.test(title)) return title;
  }
  return /["“]([^"”]{2,80})["”]/.exec(message)?.[1] ?? null;
};
