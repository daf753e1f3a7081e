import type { MessageRow } from '../processors/read-models.ts';

/** A fence that nothing in the text can close. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};

const headingOf = ({ role, model, createdAt, interrupted }: MessageRow): string => {
  const who = role === 'user' ? 'You' : (model ?? 'Answer');
  const when = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `## ${who} · ${when}${interrupted ? ' · cut short' : ''}`;
};

const section = (message: MessageRow): string =>
  [
    headingOf(message),
    message.content,
    ...message.attachments.map(({ filename, text }) => `Attached: ${filename}\n\n${fenced(text)}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

/** A conversation to read: its title, then the messages of its active branch. */
export const conversationMarkdown = (title: string, messages: readonly MessageRow[]): string =>
  `${[`# ${title.replace(/\s+/gu, ' ')}`, ...messages.map(section)].join('\n\n')}\n`;
