import { z } from 'zod';
import collection from './jokes.json' with { type: 'json' };
import { plainQuestion } from './plain-question.ts';
import { defineTool, failed } from './tool.ts';

const jokesSchema = z.array(z.object({ topic: z.string(), setup: z.string(), punchline: z.string() })).min(100);
const all = jokesSchema.parse(collection);
const topics = [...new Set(all.map(({ topic }) => topic))];

const FUN =
  '(?:jokes?|puns?|one-?liners?|riddles?|laughs?|giggles?|chuckles?|something (?:really )?(?:funny|hilarious)|(?:a )?funny|knock[ -]knock)';
const wants = new RegExp(
  [
    String.raw`\b(?:tell|give|gimme|got|have|know|hear|do|hit|say|share|crack|want|need|use|any|another|more|make up|fancy|how about|let's have|one more|surprise)\b.*\b${FUN}\b`,
    String.raw`\b(?:make|let|help) (?:me|us|him|her|them|\w+ \w+) (?:laugh|giggle|smile|chuckle)\b`,
    String.raw`^(?:an? |another |one )?(?:one-?liner|riddle|pun)s?(?: please| pls)?[\s?.!]*$`,
    String.raw`\b(?:cheer|crack) (?:me|us) up\b|\bbe funny\b|^(?:\w+ ){0,4}(?:jokes?|puns?)(?: please| pls| about .*)?[\s?.!]*$`,
    String.raw`\banother one\b.*\bfunnier\b|\bgot any good ones about\b|^(?:please )?amuse me\b`,
  ].join('|'),
  'i',
);
/** Somebody who speaks of a joke wants to hear none. */
const tells =
  /^(?:that|this|your|his|her|my|the)\b|^(?:haha|lol)\b|\b(?:joking|no joke|not funny|isn't funny|wasn't funny)\b|^(?:do you (?:get|understand|like)|i (?:heard|told|made|have to|don't|hate|got))\b|^(?:explain|write an?|translate|rewrite)\b/i;

export const jokes = defineTool({
  id: 'jokes',
  name: 'Jokes',
  progress: 'Choosing a joke',
  description: 'Tells a joke.',
  rule: 'jokes: the person wants to hear a joke, a pun or something funny.',
  examples: [
    'tell a joke to make the person laugh',
    'tell a funny pun or a dad joke',
    'cheer somebody up with humour',
    'tell a joke about a topic such as animals or computers',
    'a knock-knock joke or a one-liner',
  ],
  parameters: z.object({
    topic: z
      .string()
      .max(60)
      .exactOptional()
      .describe(`such as ${topics.join(', ')}; any without it`),
  }),
  offline: true,
  idempotent: true,
  dataSources: ['Turnlog’s own collection'],
  fromMessage: (message) => {
    const text = plainQuestion(message);
    if (tells.test(text) || !wants.test(text)) return null;
    const words = text.toLowerCase().replace('knock knock', 'knock-knock');
    const topic =
      topics.find((each) => new RegExp(`\\b${each.replace(/s$/, '')}`).test(words)) ??
      /\babout (?:an? |the |my |some )?(\p{L}{3,30})[\s?.!]*(?:please|pls)?[\s?.!]*$/u.exec(words)?.[1];
    return topic === undefined ? {} : { topic };
  },
  execute({ topic }, { random }) {
    const wanted = topic?.toLowerCase().replace(/s$/, '');
    // A topic has jokes of its own, any other word may be met in some.
    const says = new RegExp(`\\b${(wanted ?? '').replace(/[^\p{L}\d ]/gu, '.')}`, 'iu');
    const ofTopic = all.filter((joke) => wanted === undefined || joke.topic.startsWith(wanted));
    const fitting =
      ofTopic.length > 0 ? ofTopic : all.filter(({ setup, punchline }) => says.test(`${setup} ${punchline}`));
    const choice = fitting.length > 0 ? fitting : all;
    const joke = choice[Math.floor(random() * choice.length)];
    if (!joke) return failed('no joke comes to mind');
    const text = `${joke.setup}\n\n${joke.punchline}`;
    return { success: true, data: joke, spoken: text, blocks: [{ type: 'text', title: 'A joke', text }] };
  },
});
