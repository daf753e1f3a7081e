import { plainQuestion } from './plain-question.ts';

const NAME = String.raw`(?:(?:the|a|an|my|some|any|this|too much|more|two|2|daily|taking) )*(?:(?:drug|medicine|medication|pill|painkiller|tablet)s? )?(?:called )?(\p{L}[\p{L}\d]+(?:-\p{L}[\p{L}\d]*)*(?: acid)?)`;
const ABOUT =
  '(?:side[ -]?[ae]ffects?|warnings?|dos(?:age|e|ing)|interactions?|label|uses?|overdose|withdrawal|risks?|contraindications?|precautions?|leaflet|purpose)';

/** Where the name of a medicine stands in a question; what stands there must still look like one. */
const places = [
  String.raw`\b${ABOUT} (?:of|for|with|from|on|to|when taking|information for) ${NAME}`,
  String.raw`\b(?:drug|medicine|medication) (?:called |named )?${NAME}`,
  String.raw`\bbetween ${NAME}`,
  String.raw`\b(?:interact|mix|mixed|mixing|combine|combined|combining|go|ok|safe|fine|taken)(?: \w+)? (?:with|on) ${NAME}`,
  String.raw`\b(?:take|takes|taking|took|use|using|mix|mixing|combine|combining|give|giving|have|having|crush|stop|overdose on|prescribed|started|given|put (?:me|him|her|them) on|i'm on|am on|is on|drink (?:\w+ )?(?:on|with)|dose of|much|many|often (?:can i|do i|should i) take) (?:me |him |her |my \w+ |a \w+ )?${NAME}`,
  String.raw`\b(?:is|are|does|do|will|can|could|should|would|how does|what (?:is|are|does|do)|what's|whats) ${NAME} (?:safe|addictive|dangerous|bad|good|ok|okay|an? |the same|over the counter|used|for|do\b|does|treat|cause|make|help|interact|work|affect|lower|raise|expire|be|sedat|still)`,
  String.raw`\b(?:about|info on|information on|what is|what's|whats|what are|look up) ${NAME}`,
  String.raw`\b(?:what(?:'s| is) in|how (?:long|soon|fast|quickly) (?:does|do|before|until|till)) ${NAME}`,
  String.raw`\bwhat ${NAME} (?:is|does|treats)\b`,
  String.raw`\bof ${NAME}[\s?.!]*$`,
  `^${NAME} (?:and|with|${ABOUT}|while|during|in pregnancy|for)`,
  String.raw`\b${NAME} ${ABOUT}`,
].map((place) => new RegExp(place, 'giu'));

const PEOPLE =
  'i|me|my|mine|you|your|he|him|his|she|her|it|its|we|us|our|they|them|their|who|someone|people|person|kids?|child|children|baby|toddlers?|adults?|women|men|mum|mom|dad|son|daughter|wife|husband|doctor|dog|cat';
const SMALL =
  'a|an|the|this|that|these|those|some|any|every|each|all|both|one|two|three|more|most|less|much|many|no|not|and|or|but|if|in|on|at|to|of|for|from|with|without|by|as|is|are|was|be|been|do|does|did|can|could|will|would|should|may|might|must|has|have|had|having|how|what|when|where|which|why|there|here|then|than|so|too|very|also|just|only|about|after|before|during|while|until|off|out|up|down|over';
const COMMON = `${ABOUT}|drugs?|medicines?|medications?|meds?|pills?|tablets?|capsules?|label|food|meals?|water|milk|coffee|tea|wine|beer|alcohol|grapefruit|pregnan\\w*|breastfeeding|doctors?|pharmac\\w*|pain|headaches?|fever|cough|colds?|flu|sleep|bed|days?|daily|night|morning|evening|week|times?|hours?|years?|blood|pressure|sugar|heart|liver|kidneys?|stomach|together|same|different|safe|ok|okay|good|bad|long|take|taking|taken|use|used|using|mix|give|stop|drink|drive|driving|maximum|max|daily|common|possible|serious|sides?|adverse|information|info|prescription|effects?|thing|something|anything|cabinet|chest|bag|box|pack|pharmacy|store|company|addict|test|dealer|life|care|advice|help|make|work`;
const NO_NAME = new RegExp(`^(?:${PEOPLE}|${SMALL}|${COMMON})$`, 'iu');

/** The medicine that a message names; null where it names none. */
export const medicineIn = (message: string): string | null => {
  const text = plainQuestion(message);
  for (const place of places) {
    for (const [, name] of text.matchAll(place)) {
      if (name && !NO_NAME.test(name) && name.length <= 60) return name;
    }
  }
  return null;
};
