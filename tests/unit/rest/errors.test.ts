import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, TurnlogError } from '../../../server/errors.ts';
import { createLog } from '../../../server/log.ts';
import { answerErrors, answerNotFound } from '../../../server/rest/errors.ts';

const answerTo = async (error: Error, path = '/things/:id') => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const app = new Hono();
  app.onError(answerErrors({ log, newId: () => 'id-1' }));
  app.notFound(answerNotFound);
  app.get('/things/:id', () => {
    throw error;
  });
  const response = await app.request(path);
  const { status, headers } = response;
  return {
    status,
    body: await response.json(),
    retryAfter: headers.get('retry-after'),
    logged: lines.map((line) => JSON.parse(line)),
  };
};

describe('an error is answered', () => {
  it.each<[ErrorCode, number, string, string | null]>([
    ['VALIDATION', 400, 'what is wrong', null],
    ['UNAUTHENTICATED', 401, 'unauthorized', null],
    ['FORBIDDEN', 403, 'what is wrong', null],
    ['NOT_FOUND', 404, 'not found', null],
    ['REJECTED', 409, 'what is wrong', null],
    ['REVISION_CONFLICT', 409, 'what is wrong', null],
    ['RATE_LIMITED', 429, 'what is wrong', '1'],
    ['PROVIDER_FAILED', 502, 'what is wrong', null],
    ['PROJECTION_BEHIND', 503, 'what is wrong', '1'],
    ['STORE_UNAVAILABLE', 503, 'what is wrong', '1'],
  ])('%s by %i "%s"', async (code, status, error, retryAfter) => {
    const answer = await answerTo(new TurnlogError(code, 'what is wrong', { cause: new Error('inner') }));
    expect(answer).toMatchObject({ status, body: { error }, retryAfter });
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.logged).toHaveLength(status >= 500 ? 1 : 0);
  });

  it('with the time to wait that it carries', async () => {
    const error = new TurnlogError('RATE_LIMITED', 'too many', { details: { retryAfterSeconds: 12.2 } });
    expect(await answerTo(error)).toMatchObject({ status: 429, retryAfter: '13' });
  });

  it.each([new TypeError('x is not a function'), new TurnlogError('UNEXPECTED', 'x is not a function')])(
    'without a word of what nobody expected, which is logged under the id that is shown',
    async (error) => {
      const { status, body, logged } = await answerTo(error, '/things/secret-42');
      expect([status, body]).toEqual([500, { error: 'unexpected error', id: 'id-1' }]);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toMatchObject({ level: 'error', id: 'id-1', method: 'GET', route: '/things/:id' });
      expect(logged[0].err).toMatchObject({ message: 'x is not a function', type: error.name });
      expect(logged[0].err.stack).toContain('errors.test.ts');
      expect(JSON.stringify(logged)).not.toContain('secret-42');
    },
  );

  it('by 404 where there is no such route', async () => {
    expect(await answerTo(new Error(), '/nowhere')).toMatchObject({ status: 404, body: { error: 'not found' } });
  });
});
