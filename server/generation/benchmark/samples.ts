import type { PastMessage } from '../context.ts';

/** As many characters of memories as a prompt has room for. */
const MEMORY_CHARACTERS = 1_200;

export const questions = [
  'In one sentence: why does the tide turn twice a day?',
  'In one sentence: why is the sky red in the evening?',
  'In one sentence: how does a sundial tell the time?',
  'In one sentence: why do leaves turn yellow?',
  'In one sentence: what keeps a bicycle upright?',
];

const facts = [
  'Lives by the sea and goes out in a small boat at weekends.',
  'Has a dog called Pepper, who is afraid of thunder.',
  'Is learning Portuguese for a journey in the spring.',
  'Cooks for four most evenings; one of them eats no nuts.',
  'Plays the viola in an amateur quartet on Tuesdays.',
];

/** A block of memories, as long as one gets. */
export const memory = [
  '[Background context about the user. Use ONLY when directly relevant to what the user just asked.',
  'Never mention, reference, or hint at these facts unprompted — especially not in greetings or small talk.]',
  'Core facts:',
  ...Array.from({ length: 20 }, (_, n) => `- ${facts[n % facts.length]}`),
]
  .join('\n')
  .slice(0, MEMORY_CHARACTERS);

const said = (role: PastMessage['role'], content: string): PastMessage => ({ role, content, attachments: [] });

/** Five questions and their answers. */
export const history: readonly PastMessage[] = facts.flatMap((fact, n) => [
  said('user', `Something about me, before I ask: ${fact} What should I think of first?`),
  said(
    'assistant',
    `Thank you, I will keep that in mind (${n + 1}). First look at what you have at hand already; then write down the two or three things that would bother you most if they were missing, and begin with those. The rest can wait until you know more.`,
  ),
]);

/** One for each way that a message can be routed. */
export const routedMessages = [
  'hello!',
  'look it up',
  'What is photosynthesis?',
  'convert 5 miles to km',
  'how is the weather in Paris today?',
  'something with lentils for tonight',
  'I had a rough day at work and want to talk about it',
];
