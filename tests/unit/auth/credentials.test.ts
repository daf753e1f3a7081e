import { expect, it } from 'vitest';
import { bearerOf, sessionTokenOf } from '../../../server/auth/credentials.ts';

it.each([
  ['Bearer tl_abc', 'tl_abc'],
  ['bearer   tl_abc ', 'tl_abc'],
  ['Bearer', ''],
  ['Basic dTpw', null],
  ['Bearertl_abc', null],
])('reads the token of "%s"', (authorization, token) => {
  expect(bearerOf(new Headers({ authorization }))).toBe(token);
});

it('reads the session among other cookies', () => {
  expect(sessionTokenOf(new Headers({ cookie: 'a=1; turnlog_session=x-_9; b=2' }))).toBe('x-_9');
  expect(sessionTokenOf(new Headers({ cookie: 'a=turnlog_session; xturnlog_session=1' }))).toBeNull();
  expect(sessionTokenOf(new Headers())).toBeNull();
});

it("reads Node's own headers", () => {
  const headers: Record<string, string> = { authorization: 'Bearer t', cookie: 'turnlog_session=s' };
  const like = { get: (name: string) => headers[name] };
  expect([bearerOf(like), sessionTokenOf(like)]).toEqual(['t', 's']);
});
