import { createHash } from 'node:crypto';
import type { Instructions } from '../../projections/projects.ts';
import type { EventData } from '../../schema/events/index.ts';
import type { GenerationOptions, PromptMessage } from '../providers/provider.ts';

const CHARS_PER_TOKEN = 4;

/** A past message of the conversation, oldest first. */
export type PastMessage = {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly attachments: readonly Attachment[];
};
type Attachment = EventData<'TurnRequested'>['attachments'][number];

/** What was said before a turn, as far as it was read; `earlier` counts the messages before. */
export type History = { readonly said: readonly PastMessage[]; readonly earlier: number };

export type Context = {
  readonly messages: readonly PromptMessage[];
  readonly parts: EventData<'ContextAssembled'>['parts'];
  readonly messagesSent: number;
  readonly messagesLeftOut: number;
};

type Sources = {
  request: Pick<EventData<'TurnRequested'>, 'text' | 'attachments' | 'context'>;
  history: History;
  project: Instructions | null;
  username: string | null;
  /** What is remembered of the person. */
  memory?: string | null;
  /** How the person likes to be answered; empty where nothing is preferred. */
  style?: string;
  /** The answer as far as it was written before; the model is to continue it. */
  begun?: string;
  /** What a tool found, or why it did not. */
  tool?: string | null;
  now: Date;
  options: GenerationOptions;
};

export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARS_PER_TOKEN);

const dateIn = (now: Date, timeZone: string | undefined): string => {
  const format = (zone: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', ...(zone ? { timeZone: zone } : {}) }).format(now);
  try {
    return format(timeZone);
  } catch {
    return format(undefined); // a zone this system doesn't know
  }
};

/**
 * Named parts of the system message, the longest-lived first, so that providers can reuse their caches. It begins with what
 * everybody shares: without a person and the rest it is that alone, which a warm-up has the model read.
 */
const systemParts = ({ request, memory, project, username, style, tool, now }: Sources): [string, string][] => {
  const shared = `Today is ${dateIn(now, request.context.timeZone)}.`;
  const parts: [string, string][] = [['date', username ? `${shared} You are speaking with ${username}.` : shared]];
  if (memory) parts.push(['memory', memory]);
  if (project) parts.push(['project', `Instructions for the project “${project.name}”:\n${project.instructions}`]);
  if (request.context.ui) parts.push(['ui', `What the person sees at the moment:\n${request.context.ui}`]);
  if (tool) parts.push(['tool', tool]);
  if (style) parts.push(['style', style]);
  return parts;
};

const withAttachments = (text: string, attachments: readonly Attachment[]): string =>
  [text, ...attachments.map(({ filename, text: content }) => `Attached file ${filename}:\n${content}`)].join('\n\n');

/** The newest messages that fit beside the rest; an answer at the very front is left out, so that a user begins. */
const fitting = (history: readonly PromptMessage[], budget: number): readonly PromptMessage[] => {
  let left = budget;
  let start = history.length;
  while (start > 0) {
    left -= history[start - 1]?.content.length ?? 0;
    if (left < 0) break;
    start -= 1;
  }
  while (history[start]?.role === 'assistant') start += 1;
  return history.slice(start);
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The prompt of a turn, and what an auditor needs to know of it. */
export const assembleContext = (sources: Sources): Context => {
  const system = systemParts(sources);
  const systemText = system.map(([, text]) => text).join('\n\n');
  const asked = withAttachments(sources.request.text, sources.request.attachments);
  const { begun = '' } = sources;
  const history = sources.history.said.map(({ role, content, attachments }) => ({
    role,
    content: withAttachments(content, attachments),
  }));
  const { contextTokens, maxTokens } = sources.options;
  const reserved = Math.min(maxTokens, Math.floor(contextTokens / 4));
  const budget = (contextTokens - reserved) * CHARS_PER_TOKEN - systemText.length - asked.length - begun.length;
  const sent = fitting(history, budget);
  const historyText = sent.map(({ role, content }) => `${role}: ${content}`).join('\n');
  const named: [string, string][] = [...system, ['history', historyText], ['question', asked]];
  if (begun !== '') named.push(['answer', begun]);
  return {
    messages: [
      { role: 'system', content: systemText },
      ...sent,
      { role: 'user', content: asked },
      ...(begun === '' ? [] : [{ role: 'assistant' as const, content: begun }]),
    ],
    parts: named.map(([name, text]) => ({ name, size: text.length, hash: hash(text) })),
    messagesSent: sent.length + 1,
    messagesLeftOut: sources.history.earlier + history.length - sent.length,
  };
};
