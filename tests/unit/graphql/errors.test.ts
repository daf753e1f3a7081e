import { GraphQLError } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes, TurnlogError } from '../../../server/errors.ts';
import { createMask, formatError } from '../../../server/graphql/errors.ts';
import { createLog } from '../../../server/log.ts';

describe('the errors of GraphQL', () => {
  let lines: { level: string; id?: string; err?: { message: string; stack?: string; cause?: { message: string } } }[] =
    [];
  beforeEach(() => {
    lines = [];
  });
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const mask = createMask({ log, newId: () => 'an-id' });
  const shown = (error: unknown) => formatError(mask(error));
  const thrownBy = (error: Error) => new GraphQLError(error.message, { path: ['turn', 'place'], originalError: error });

  it.each(errorCodes)('show %s as the code of the extensions, with a status and the details', (code) => {
    const cause = new Error('the database said: select');
    const error = thrownBy(new TurnlogError(code, 'said', { details: { accepted: ['a'] }, cause }));
    expect(shown(error)).toMatchObject({ path: ['turn', 'place'], extensions: { code, accepted: ['a'] } });
    expect(mask(error).extensions.http).toMatchObject({ status: expect.any(Number) });
    expect(JSON.stringify(shown(error))).not.toContain('select');
    expect(shown(error).message).toBe(code === 'UNEXPECTED' ? 'unexpected error' : 'said');
  });

  it('hide what nobody expected behind an id, and log it whole', () => {
    const error = new Error('password is hunter2', { cause: new Error('deep') });
    const wrapped = thrownBy(error);
    const masked = {
      message: 'unexpected error',
      path: ['turn', 'place'],
      extensions: { code: 'UNEXPECTED', id: 'an-id' },
    };
    expect(shown(wrapped)).toEqual(masked);
    expect(lines).toMatchObject([
      { level: 'error', id: 'an-id', err: { message: error.message, stack: error.stack, cause: { message: 'deep' } } },
    ]);
    for (const odd of ['text', null, undefined, 7, error]) {
      expect(shown(odd)).toMatchObject({ message: 'unexpected error', extensions: { code: 'UNEXPECTED' } });
    }
    const located = new GraphQLError('Int cannot represent "secret"', { path: ['x'] });
    expect(shown(located)).toMatchObject({ message: 'unexpected error' });
  });

  it('log what is ours to mend, not what a client did', () => {
    for (const code of errorCodes) mask(new TurnlogError(code, 'said'));
    expect(lines.map(({ level }) => level).sort()).toEqual(['error', 'warn', 'warn', 'warn']);
  });

  it('say what is wrong with a request, field by field', () => {
    const { error } = z.object({ title: z.string(), size: z.int() }).safeParse({ title: 7, size: 1.5 });
    expect(shown(error)).toMatchObject({
      message: expect.stringMatching(/^title: .*; size: /),
      extensions: { code: 'VALIDATION' },
    });
    expect(shown(new GraphQLError('Syntax Error'))).toMatchObject({
      message: 'Syntax Error',
      extensions: { code: 'VALIDATION' },
    });
  });

  it('are masked once', () => {
    const once = mask(new Error('x'));
    expect(mask(once)).toBe(once);
    expect(lines).toHaveLength(1);
  });

  it('tell HTTP when to come back', () => {
    const error = mask(new TurnlogError('RATE_LIMITED', 'slowly', { details: { retryAfterSeconds: 4.2 } }));
    expect(error.extensions.http).toEqual({ spec: true, status: 429, headers: { 'retry-after': '5' } });
  });
});
