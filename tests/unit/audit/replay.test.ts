import { expect, it } from 'vitest';
import { type EventLine, eventLine } from '../../../server/audit/lines.ts';
import { replay } from '../../../server/audit/replay.ts';
import { uuid } from '../../support/turn-samples.ts';

const NOON = Date.UTC(2030, 0, 1, 12);

const at = (ms: number, type: string, data: object): EventLine =>
  eventLine.parse({
    position: '1',
    stream: `turn-${uuid(1)}`,
    revision: 0,
    type,
    recordedAt: new Date(NOON + ms).toISOString(),
    id: uuid(2),
    userId: 'alice',
    conversationId: null,
    data,
    metadata: null,
  });

async function* inOrder(events: readonly EventLine[]) {
  yield* events;
}

const play = async (events: readonly EventLine[], speed = 1) => {
  let text = '';
  const pauses: number[] = [];
  await replay(inOrder(events), {
    speed,
    write: async (said) => {
      text += said;
    },
    pause: async (ms) => pauses.push(ms),
  });
  return { text, pauses };
};

const turn = [
  at(0, 'TurnQueued', { place: 1 }),
  at(250, 'ReasoningGenerated', { text: 'Hm.' }),
  at(1_250, 'TokenGenerated', { text: 'Well' }),
  at(1_250, 'TokenGenerated', { text: ', yes' }),
  at(1_300, 'TurnCompleted', { finishReason: 'stop' }),
];

it('prints text as it was generated, and a line for everything else', async () => {
  const { text } = await play(turn);
  expect(text).toBe(
    [
      '[0.000 s] TurnQueued {"place":1}',
      '[0.250 s] ReasoningGenerated',
      'Hm.',
      '[1.250 s] TokenGenerated',
      'Well, yes',
      '[1.300 s] TurnCompleted {"finishReason":"stop"}',
      '',
    ].join('\n'),
  );
});

it('pauses as the turn did, or so many times shorter', async () => {
  expect((await play(turn)).pauses).toEqual([250, 1_000, 50]);
  expect((await play(turn, 10)).pauses).toEqual([25, 100, 5]);
});

it('never moves the terminal about', async () => {
  const { text } = await play([at(0, 'TokenGenerated', { text: 'a\u001b[2Jb\rc\td\n\u009b' })]);
  expect(text).toBe('[0.000 s] TokenGenerated\na\uFFFD[2Jb\uFFFDc\td\n\uFFFD\n');
});
