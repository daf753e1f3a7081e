import { expect, it } from 'vitest';
import { errorCodes, inOneLine, TurnlogError } from '../../server/errors.ts';
import { exitCodes, failureOf } from '../../server/failure.ts';
import { createLog } from '../../server/log.ts';

const failed = (error: unknown) => {
  const lines: string[] = [];
  const log = () => createLog('fatal', { write: (line) => lines.push(line) });
  return { ...failureOf(error, { log, newId: () => 'id-1' }), lines: lines.map((line) => JSON.parse(line)) };
};

it.each(errorCodes.filter((code) => code !== 'UNEXPECTED'))('a command says what %s says, and logs nothing', (code) => {
  const failure = failed(new TurnlogError(code, 'what is wrong', { cause: new Error('inner') }));
  expect(failure).toEqual({ message: 'what is wrong', exitCode: exitCodes[code], lines: [] });
  expect(failure.exitCode).toBeGreaterThan(0);
});

it.each([new Error('secret'), new TurnlogError('UNEXPECTED', 'secret')])(
  'what nobody expected is logged whole under the id that is shown: %s',
  (error) => {
    const { message, exitCode, lines } = failed(error);
    expect([message, exitCode]).toEqual(['unexpected error id-1: the log says more', 70]);
    expect(lines).toMatchObject([
      { id: 'id-1', err: { message: 'secret', stack: expect.stringContaining('failure') } },
    ]);
  },
);

it('is one line for the log, with its causes, and a short one', () => {
  const cause = new Error('connect\n  ECONNREFUSED');
  expect(inOneLine(new Error('nobody answers', { cause }))).toBe('nobody answers: connect ECONNREFUSED');
  expect(inOneLine('odd')).toBe('odd');
  expect(inOneLine(new Error('x'.repeat(1_000))).length).toBe(300);
});
