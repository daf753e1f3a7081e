import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginTurn, foldTurn, isOver } from '../../../web/chat/turn-state.ts';
import type { TurnEvent } from '../../../web/graphql/turn-events.ts';

const at = (revision: number) => ({ cursor: `c${revision}`, revision, recordedAt: '2030-01-01T00:00:00.000Z' });
const requested: TurnEvent = {
  __typename: 'TurnRequested',
  ...at(0),
  turnId: 't',
  conversationId: 'c',
  userMessageId: 'u',
  assistantMessageId: 'a',
  kind: 'message',
  parentMessageId: null,
  text: 'why?',
  attachments: [],
};
const story: readonly TurnEvent[] = [
  requested,
  { __typename: 'TurnQueued', ...at(1), place: 2 },
  { __typename: 'TurnStarted', ...at(2), attempt: 1 },
  { __typename: 'Other', ...at(3) },
  { __typename: 'ReasoningGenerated', ...at(4), text: 'hm' },
  { __typename: 'TokenGenerated', ...at(5), text: 'Be' },
  { __typename: 'TokenGenerated', ...at(6), text: 'cause' },
  { __typename: 'TurnCompleted', ...at(7), model: 'm', finishReason: 'stop' },
];
const told = (count: number) => foldTurn(beginTurn('t'), story.slice(0, count));

it('folds a turn from its events', () => {
  expect(told(2)).toMatchObject({ status: 'waiting', place: 2, revision: 1 });
  expect(told(3)).toMatchObject({ status: 'running', text: '' });
  expect(told(6)).toMatchObject({ status: 'running', text: 'Be', reasoning: 'hm', revision: 5 });
  expect(told(8)).toMatchObject({ status: 'completed', text: 'Because', model: 'm', cutAtLength: false });
});

it('shows a tool’s call until it is decided, and waits in the line again behind it', () => {
  const call = { callId: 'call-1', tool: 'homeAssistant', arguments: { command: 'light' } };
  const asked = [...story.slice(0, 3), { __typename: 'ToolCallRequested', ...at(3), ...call } as const];
  const decided = [
    ...asked,
    { __typename: 'Other', ...at(4) } as const,
    { __typename: 'ToolCallResolved', ...at(5) } as const,
    { __typename: 'TurnQueued', ...at(6), place: 1 } as const,
  ];
  expect(foldTurn(beginTurn('t'), asked)).toMatchObject({ status: 'running', asked: call });
  expect(foldTurn(beginTurn('t'), decided)).toMatchObject({ status: 'waiting', asked: null });
});

it('knows its attempts and pauses, and forgets the reasoning of a model that is asked again', () => {
  const pausedAt = '2029-12-31T23:59:50.000Z';
  const resumed = (mode: string): TurnEvent => ({ __typename: 'TurnResumed', ...at(5), mode, attempt: 2, pausedAt });
  const pauses = [{ pausedAt, resumedAt: at(5).recordedAt }];
  expect(told(5)).toMatchObject({ attempts: 1, pauses: [], reasoning: 'hm' });
  expect(foldTurn(told(5), [resumed('restart')])).toMatchObject({ attempts: 2, pauses, reasoning: '' });
  expect(foldTurn(told(5), [resumed('continue')])).toMatchObject({ attempts: 2, pauses, reasoning: 'hm' });
});

it('doubles nothing, wherever a reader begins again and however the events are bundled', () => {
  const restarts = fc.array(fc.tuple(fc.nat(story.length), fc.integer({ min: 1, max: 4 })), { maxLength: 6 });
  fc.assert(
    fc.property(restarts, (again) => {
      let turn = beginTurn('t');
      for (const [upTo, bundle] of again) {
        for (let n = 0; n < upTo; n += bundle) turn = foldTurn(turn, story.slice(n, Math.min(upTo, n + bundle)));
      }
      expect(foldTurn(turn, story)).toEqual(told(story.length));
    }),
  );
});

it('hands the same state back where nothing is new, so that nothing is drawn again', () => {
  const turn = told(6);
  expect(foldTurn(turn, story.slice(0, 6))).toBe(turn);
  expect(foldTurn(turn, [])).toBe(turn);
});

it('takes nothing behind the end', () => {
  const late: TurnEvent = { __typename: 'TurnCancelRequested', ...at(8) };
  const turn = told(8);
  expect(foldTurn(turn, [late])).toBe(turn);
});

it.each([
  [{ __typename: 'TurnFailed', ...at(6), reason: 'interrupted', endModel: null }, 'failed', 'interrupted'],
  [{ __typename: 'TurnCancelled', ...at(6), why: 'the user asked', endModel: 'm' }, 'stopped', 'the user asked'],
] satisfies [TurnEvent, string, string][])(
  'keeps the partial text of a turn that ended with %o',
  (end, status, reason) => {
    const turn = foldTurn(told(6), [end]);
    expect(turn).toMatchObject({ status, reason, text: 'Be' });
    expect(isOver(turn)).toBe(true);
  },
);

it('says when an answer was cut at the longest length allowed', () => {
  const end: TurnEvent = { __typename: 'TurnCompleted', ...at(7), model: 'm', finishReason: 'length' };
  expect(foldTurn(told(7), [end]).cutAtLength).toBe(true);
});

const tool = (...events: TurnEvent[]) => foldTurn(told(3), events);
const started: TurnEvent = {
  __typename: 'ToolStarted',
  ...at(4),
  tool: 'weather',
  progress: 'Looking up the weather',
};

it('says what a tool does while it runs, and what it gave is kept in its order', () => {
  const source = { title: 'Tide', url: 'https://example.org/', snippet: null };
  expect(tool(started).tool).toBe('Looking up the weather…');
  expect(tool({ ...started, progress: null }).tool).toBe('Asking weather…');
  const blocks: TurnEvent[] = [
    { __typename: 'ToolReturned', ...at(5) },
    { __typename: 'BlockEmitted', ...at(6), block: { type: 'text' } },
    { __typename: 'BlockEmitted', ...at(7), block: 7 },
    { __typename: 'SourcesCited', ...at(8), sources: [source] },
  ];
  expect(tool(started, ...blocks)).toMatchObject({ tool: null, blocks: [{ type: 'text' }, 7], sources: [source] });
});

it.each([
  [
    { __typename: 'ToolFailed', ...at(5), tool: 'weather', error: 'it took longer than 10 s' },
    'it took longer than 10 s',
  ],
  [{ __typename: 'ToolSkippedOffline', ...at(5), tool: 'weather' }, null],
] satisfies [TurnEvent, string | null][])('keeps why a tool gave nothing: %o', (event, error) => {
  expect(tool(started, event)).toMatchObject({ tool: null, toolNotes: [{ tool: 'weather', error }] });
});
