import { randomUUID } from 'node:crypto';
import { conversationStream, turnStream } from '../../schema/streams.ts';
import type { EventStore } from '../../server/eventstore/event-store.ts';
import { samples } from './turn-samples.ts';

const answer = (n: number): string =>
  [
    `Answer ${n}. The Moon pulls **harder on the near side** than on the centre; what is left over stretches the sea. `,
    'It goes on for a line or two, as answers do, so that each has a height of its own.\n\n'.repeat(1 + (n % 4)),
    n % 5 === 0 ? '| body | share |\n| --- | ---: |\n| Moon | 68 % |\n| Sun | 32 % |\n\n' : '',
    n % 7 === 0 ? `\`\`\`js\nconst share = ${n} / (${n} + 1);\nconsole.log(share);\n\`\`\`\n` : '',
  ].join('');

/** A conversation of so many questions and answers, written into the log as it is kept. Returns its id. */
export const tellLongConversation = async (store: EventStore, userId: string, exchanges: number): Promise<string> => {
  const conversationId = randomUUID();
  const owner = { userId, conversationId };
  const append = (stream: string, events: readonly { type: string; data: object }[]) =>
    store.append(
      stream,
      events.map((event) => ({ id: randomUUID(), ...event })),
      { expectedRevision: 'no_stream', owner },
    );
  await append(conversationStream(conversationId), [
    { type: 'ConversationOpened', data: { conversationId, userId, title: 'A long one' } },
  ]);
  let parentMessageId: string | null = null;
  for (let n = 1; n <= exchanges; n++) {
    const [turnId, userMessageId, assistantMessageId] = [randomUUID(), randomUUID(), randomUUID()];
    const ids = { turnId, userMessageId, assistantMessageId, conversationId, userId, parentMessageId };
    await append(turnStream(turnId), [
      { type: 'TurnRequested', data: { ...samples.TurnRequested, ...ids, text: `Question ${n}?` } },
      { type: 'TurnQueued', data: samples.TurnQueued },
      { type: 'TurnStarted', data: samples.TurnStarted },
      { type: 'TokenGenerated', data: { text: answer(n) } },
      { type: 'TurnCompleted', data: samples.TurnCompleted },
    ]);
    parentMessageId = assistantMessageId;
  }
  return conversationId;
};
