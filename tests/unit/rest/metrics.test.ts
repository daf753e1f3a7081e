import { describe, expect, it } from 'vitest';
import type { Identity } from '../../../server/auth/identity.ts';
import { createLog } from '../../../server/log.ts';
import { answerErrors } from '../../../server/rest/errors.ts';
import { type MetricsAccess, metricsRoutes } from '../../../server/rest/metrics.ts';

/** Whoever names scopes as a token holds them. */
const authenticate = async ({ headers }: { headers: { get(name: string): string | null | undefined } }) => {
  const scopes = headers.get('authorization')?.slice('Bearer '.length).split(' ');
  if (!scopes) return null;
  return { userId: 'u', username: 'ada', isAdmin: true, scopes, via: 'token', tokenId: 't' } as Identity;
};
const here = { remoteAddress: '127.0.0.1' };
const mapped = { remoteAddress: '::ffff:127.0.0.1' };
const elsewhere = { remoteAddress: '203.0.113.9' };

const askers = {
  here: [here, {}],
  mapped: [mapped, {}],
  nowhere: [{}, {}],
  proxied: [here, { 'x-forwarded-for': '203.0.113.9' }],
  elsewhere: [elsewhere, {}],
  chat: [elsewhere, { authorization: 'Bearer chat' }],
  audit: [elsewhere, { authorization: 'Bearer chat audit' }],
  admin: [elsewhere, { authorization: 'Bearer admin' }],
} as const;

const statuses = async (metricsAccess: MetricsAccess) => {
  const read = async () => ({ contentType: 'text/plain', body: 'turnlog_turns_total 0' });
  const routes = metricsRoutes({ read, auth: { authenticate }, metricsAccess });
  routes.onError(answerErrors({ log: createLog('silent'), newId: () => 'id' }));
  const answers: [string, number][] = [];
  for (const [who, [socket, headers]] of Object.entries(askers)) {
    const { status } = await routes.request('/metrics', { headers }, { incoming: { socket } });
    answers.push([who, status]);
  }
  return Object.fromEntries(answers);
};

const open = { here: 200, mapped: 200, nowhere: 200, proxied: 200, elsewhere: 200, chat: 200, audit: 200, admin: 200 };
const scoped = {
  here: 401,
  mapped: 401,
  nowhere: 401,
  proxied: 401,
  elsewhere: 401,
  chat: 403,
  audit: 200,
  admin: 200,
};
const none = Object.fromEntries(Object.keys(open).map((who) => [who, 404]));

describe('who may read the metrics', () => {
  it.each([
    ['local', { ...scoped, here: 200, mapped: 200 }],
    ['scope', scoped],
    ['anybody', open],
    ['nobody', none],
  ] as const)('%s', async (access, expected) => {
    expect(await statuses(access)).toEqual(expected);
  });
});
