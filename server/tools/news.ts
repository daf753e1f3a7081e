import { z } from 'zod';
import { askFeed } from './ask.ts';
import { HEADLINES, headlines } from './headlines.ts';
import { defineTool } from './tool.ts';

const sections = {
  top: '/news/rss.xml',
  world: '/news/world/rss.xml',
  business: '/news/business/rss.xml',
  politics: '/news/politics/rss.xml',
  health: '/news/health/rss.xml',
  science: '/news/science_and_environment/rss.xml',
  technology: '/news/technology/rss.xml',
  entertainment: '/news/entertainment_and_arts/rss.xml',
} as const;
const topics = z.enum(['top', 'world', 'business', 'politics', 'health', 'science', 'technology', 'entertainment']);

export const news = defineTool({
  id: 'news',
  name: 'News',
  progress: 'Reading the news',
  description: 'The headlines of the day, in all or in one section.',
  rule: 'news: headlines and current affairs in general; a place’s own news belong to localNews.',
  examples: [
    'latest news headlines',
    'what is happening in the world today',
    'breaking news and current affairs',
    'news about technology, business, science or politics',
    "summary of today's top stories",
  ],
  parameters: z.object({ topic: topics.exactOptional() }),
  offline: false,
  idempotent: true,
  dataSources: ['BBC News RSS'],
  fromMessage: (message) => {
    const words = message.toLowerCase().replace(/\btech\b/, 'technology');
    const topic = topics.options.find((each) => each !== 'top' && words.includes(each));
    return topic === undefined ? {} : { topic };
  },
  async execute({ topic = 'top' }, context) {
    const found = await askFeed(context, context.sources.url('news', sections[topic]), HEADLINES);
    return headlines(topic === 'top' ? 'Headlines' : `News: ${topic}`, found);
  },
});
