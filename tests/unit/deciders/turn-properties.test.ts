import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventSchemas, isTerminal, type TurnEvent, type TurnEventType } from '../../../schema/events/index.ts';
import { TurnlogError } from '../../../server/errors.ts';
import { type TurnCommand, turnDecider } from '../../../server/turn/decider.ts';
import { alice, bob, sample, samples, tokens } from '../../support/turn-samples.ts';

const { decide, evolve, initial } = turnDecider;
const { usage, model, durations } = samples.TurnCancelled;

const requestedCall = { type: 'ToolCallRequested', data: samples.ToolCallRequested } as const;
const suspension = { type: 'TurnSuspended', data: samples.TurnSuspended } as const;

const commands = fc.oneof(
  fc.constantFrom<TurnCommand>(
    { type: 'RequestTurn', request: samples.TurnRequested, lane: 'chat', place: 1 },
    { type: 'StartTurn', lane: 'chat', worker: 'worker-1' },
    { type: 'CompleteTurn', data: samples.TurnCompleted },
    { type: 'FailTurn', data: samples.TurnFailed },
    { type: 'ConfirmCancel', data: { usage, model, durations } },
    { type: 'RecordProgress', events: [requestedCall, suspension] },
    { type: 'ResolveToolCall', userId: alice, callId: 'call-1', decision: 'approved', by: alice },
  ),
  fc
    .array(fc.string({ minLength: 1 }), { maxLength: 3 })
    .map((texts): TurnCommand => ({ type: 'RecordProgress', events: tokens(...texts) })),
  fc.constantFrom(alice, bob).map((userId): TurnCommand => ({ type: 'CancelTurn', userId, by: userId, why: 'enough' })),
);

type Step = { command: TurnCommand; before: readonly TurnEvent[]; outcome: readonly TurnEvent[] | TurnlogError };

const attempt = (command: TurnCommand, events: readonly TurnEvent[]) => {
  try {
    return decide(command, events.reduce(evolve, initial));
  } catch (error) {
    if (error instanceof TurnlogError) return error;
    throw error;
  }
};

/** The stream that the commands make, with what became of each. */
const play = (sequence: readonly TurnCommand[]) => {
  let log: readonly TurnEvent[] = [];
  const steps: Step[] = [];
  for (const command of sequence) {
    const outcome = attempt(command, log);
    steps.push({ command, before: log, outcome });
    if (!(outcome instanceof TurnlogError)) log = [...log, ...outcome];
  }
  return { log, steps };
};

const sequences = fc.array(commands, { maxLength: 25 });
const isType = (name: string): name is TurnEventType => Object.hasOwn(eventSchemas.turn, name);
const allTypes = Object.keys(eventSchemas.turn).filter(isType);

describe('any sequence of commands', () => {
  it('gives at most one terminal event, and nothing behind it', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const { log } = play(sequence);
        const end = log.findIndex(isTerminal);
        expect(end === -1 || end === log.length - 1).toBe(true);
      }),
    );
  });

  it('begins with the request and its place in the line, and starts once each time it stands there', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const types = play(sequence).log.map(({ type }) => type);
        expect(types.slice(0, 2)).toEqual(types.length === 0 ? [] : ['TurnRequested', 'TurnQueued']);
        const count = (type: TurnEventType) => types.filter((one) => one === type).length;
        expect(count('TurnQueued')).toBe(count('TurnRequested') + count('ToolCallResolved'));
        expect(count('TurnStarted')).toBeLessThanOrEqual(count('TurnQueued'));
        expect(count('ToolCallResolved')).toBeLessThanOrEqual(count('TurnSuspended'));
        for (const once of ['TurnRequested', 'TurnCancelRequested'] as const) {
          expect(count(once)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('refuses everything after the end, but for its owner’s cancel, which does nothing', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        for (const { command, before, outcome } of play(sequence).steps) {
          if (!before.some(isTerminal)) continue;
          if (command.type === 'CancelTurn' && command.userId === alice) expect(outcome).toEqual([]);
          else expect(outcome).toBeInstanceOf(TurnlogError);
        }
      }),
    );
  });

  it('lets another person change nothing', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        for (const { command, outcome } of play(sequence).steps) {
          if (command.type === 'CancelTurn' && command.userId === bob) {
            expect(outcome).toMatchObject({ code: 'NOT_FOUND' });
          }
        }
      }),
    );
  });

  it('can always be brought to exactly one end by the one who runs it', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const { log } = play(sequence);
        fc.pre(log.length > 0);
        const ended = [
          ...log,
          ...(log.some(isTerminal)
            ? []
            : decide({ type: 'FailTurn', data: samples.TurnFailed }, log.reduce(evolve, initial))),
        ];
        expect(ended.filter(isTerminal)).toHaveLength(1);
      }),
    );
  });
});

describe('evolve', () => {
  it('takes every event in every state, and the end is for ever', () => {
    const events = fc.array(
      fc.constantFrom(...allTypes).map((type) => sample(type)),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(events, (history) => {
        let state = initial;
        for (const event of history) {
          const before = state;
          state = evolve(state, event);
          if (before.status === 'ended') expect(state).toBe(before);
          else if (isTerminal(event)) expect(state.status).toBe('ended');
          else expect(['none', 'waiting', 'running', 'suspended']).toContain(state.status);
        }
      }),
    );
  });

  it('is tried with every event there is, in its stored shape', () => {
    for (const type of allTypes) expect(eventSchemas.turn[type].parse(samples[type])).toEqual(samples[type]);
  });
});
