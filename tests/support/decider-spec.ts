import { expect } from 'vitest';
import { type ErrorCode, TurnlogError } from '../../server/errors.ts';
import type { Decider } from '../../server/eventstore/handle-command.ts';

/** Given what happened, when somebody wants something, then this happens, or it is refused. */
export const given = <State, Command, Event extends { type: string; data: object }>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[] = [],
) => ({
  when(command: Command) {
    const decide = () => decider.decide(command, events.reduce(decider.evolve, decider.initial));
    return {
      thenEvents: (expected: readonly Event[]) => expect(decide()).toEqual(expected),
      thenRefused: (code: ErrorCode) =>
        expect(decide).toThrow(expect.toSatisfy((error) => error instanceof TurnlogError && error.code === code)),
    };
  },
});
