import { z } from 'zod';
import collection from './jokes.json' with { type: 'json' };
import { defineTool, failed } from './tool.ts';

const jokesSchema = z.array(z.object({ topic: z.string(), setup: z.string(), punchline: z.string() })).min(100);
const all = jokesSchema.parse(collection);
const topics = [...new Set(all.map(({ topic }) => topic))];

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
      .describe(`one of ${topics.join(', ')}; any without it`),
  }),
  offline: true,
  idempotent: true,
  dataSources: ['Turnlog’s own collection'],
  fromMessage: (message) => {
    if (!/\b(jokes?|puns?|laugh|funny|humou?r|cheer me up|crack me up)\b/i.test(message)) return null;
    const words = message.toLowerCase();
    const topic = topics.find((each) => words.includes(each.replace(/s$/, '')));
    return topic === undefined ? {} : { topic };
  },
  execute({ topic }, { random }) {
    const wanted = topic?.toLowerCase().replace(/s$/, '');
    const fitting = wanted === undefined ? all : all.filter((joke) => joke.topic.startsWith(wanted));
    const choice = fitting.length > 0 ? fitting : all;
    const joke = choice[Math.floor(random() * choice.length)];
    if (!joke) return failed('no joke comes to mind');
    const text = `${joke.setup}\n\n${joke.punchline}`;
    return { success: true, data: joke, spoken: text, blocks: [{ type: 'text', title: 'A joke', text }] };
  },
});
