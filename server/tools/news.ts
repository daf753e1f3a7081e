import { z } from 'zod';
import { askFeed } from './ask.ts';
import { HEADLINES, headlines } from './headlines.ts';
import { plainQuestion } from './plain-question.ts';
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

const names: [z.infer<typeof topics>, RegExp][] = [
  ['business', /\b(?:business|econom(?:y|ic)|financ(?:e|ial)|stock|stocks|markets?)\b/i],
  ['technology', /\b(?:technology|tech|gadgets?|artificial intelligence|ai)\b/i],
  ['politics', /\b(?:politic(?:s|al)|elections?|government|parliament)\b/i],
  ['health', /\b(?:health|medical|medicine)\b/i],
  ['science', /\b(?:scien(?:ce|tific)|environment|climate|space)\b/i],
  ['entertainment', /\b(?:entertainment|showbiz|celebrity|arts)\b/i],
  ['world', /\b(?:world|international|global|foreign)\b/i],
];
const asksForNews =
  /\b(?:news|headlines?|(?:top|big|biggest|main|breaking) stor(?:y|ies)|current (?:affairs|events)|(?:going on|happening|happened)\b.*\b(?:world|today|right now)|what did i miss|latest|what(?:'s|s| is) new in|world affairs|news ?roundup|bulletin)\b/i;
/** Somebody who speaks of the news asks for none. */
const tells =
  /^(?:i|i'm|we|my|he|she|they|that|this|those|the (?:news|headlines?) (?:is|are|was|were)|(?:good|bad|great|big|no|fake) news)\b(?!.*\?)|^(?:write|translate|rewrite|draft)\b/i;
/** A subject that has no section of its own. */
const aboutSomething =
  /\b(?:about|regarding|concerning)\b|\b(?:news|headlines?|latest|stor(?:y|ies)) (?:on|for|from|in|with)\b(?! (?:today|the day|tonight|this))/i;

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
    const text = plainQuestion(message);
    if (!asksForNews.test(text) || tells.test(text)) return null;
    const topic = names.find(([, pattern]) => pattern.test(text))?.[0];
    if (topic !== undefined) return { topic };
    return aboutSomething.test(text) ? null : {};
  },
  async execute({ topic = 'top' }, context) {
    const found = await askFeed(context, context.sources.url('news', sections[topic]), HEADLINES);
    return headlines(topic === 'top' ? 'Headlines' : `News: ${topic}`, found);
  },
});
