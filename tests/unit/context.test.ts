import { expect, it } from 'vitest';
import { assembleContext, type PastMessage } from '../../server/generation/context.ts';
import { defaultOptions } from '../../server/generation/style.ts';
import { samples } from '../support/turn-samples.ts';

const notes = { filename: 'notes.txt', text: 'High water at noon.' };
const assemble = (
  attachments: readonly (typeof notes)[],
  said: readonly PastMessage[],
  { earlier = 0, contextTokens = 4096 } = {},
) =>
  assembleContext({
    request: { ...samples.TurnRequested, text: 'When?', attachments: [...attachments] },
    history: { said, earlier },
    project: null,
    username: null,
    now: new Date('2030-01-01T00:00:00Z'),
    options: { ...defaultOptions, contextTokens },
  });
const said = ({ messages }: ReturnType<typeof assemble>) =>
  messages.filter(({ role }) => role !== 'system').map(({ content }) => content);

it('puts what is attached behind the question', () => {
  expect(said(assemble([notes], []))).toEqual(['When?\n\nAttached file notes.txt:\nHigh water at noon.']);
});

it('remembers what was attached to an earlier question', () => {
  const history: PastMessage[] = [
    { role: 'user', content: 'Read this.', attachments: [notes] },
    { role: 'assistant', content: 'I have.', attachments: [] },
  ];
  expect(said(assemble([], history))).toEqual([
    'Read this.\n\nAttached file notes.txt:\nHigh water at noon.',
    'I have.',
    'When?',
  ]);
});

it('counts what was attached when it sees what fits', () => {
  const long = { filename: 'long.txt', text: 'x'.repeat(20_000) };
  const history: PastMessage[] = [
    { role: 'user', content: 'Read this.', attachments: [long] },
    { role: 'assistant', content: 'I have.', attachments: [] },
  ];
  expect(assemble([], history)).toMatchObject({ messagesSent: 1, messagesLeftOut: 2 });
});

it('counts as left out what was not read, too', () => {
  const history: PastMessage[] = [
    { role: 'user', content: 'Are you there?', attachments: [] },
    { role: 'assistant', content: 'I am.', attachments: [] },
  ];
  expect(assemble([], history, { earlier: 40 })).toMatchObject({ messagesSent: 3, messagesLeftOut: 40 });
});
