import { describe, expect, it } from 'vitest';
import { isForeign } from '../../../server/auth/origin.ts';

const cookie = 'theme=dark; turnlog_session=abc';
type Case = { method?: string; path?: string; appUrl?: string; headers: Record<string, string> };

const foreign = ({ method = 'POST', path = '/graphql', appUrl, headers }: Case) =>
  isForeign({ method, path, headers: new Headers({ host: 'localhost:4000', ...headers }) }, appUrl);

describe('a request with the session cookie', () => {
  it.each([
    'http://evil.example',
    'http://evil.example:4000',
    'http://localhost.evil.example:4000',
    'http://localhost:3000',
    'https://localhost',
    'null',
    'file://',
    'ws://localhost:4000',
    'http://localhost:4000, http://evil.example',
    'nonsense',
  ])('from %s is foreign', (origin) => {
    expect(foreign({ headers: { cookie, origin } })).toBe(true);
    expect(foreign({ method: 'GET', headers: { cookie, origin, upgrade: 'websocket' } })).toBe(true);
    expect(foreign({ method: 'GET', path: '/api/chat/stream/x', headers: { cookie, origin } })).toBe(true);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'http://LOCALHOST:4000'])(
    'from %s is ours',
    (origin) => {
      expect(foreign({ headers: { cookie, origin } })).toBe(false);
      expect(foreign({ method: 'GET', headers: { cookie, origin, upgrade: 'websocket' } })).toBe(false);
      expect(foreign({ headers: { cookie, origin, host: '[::1]:4000' } })).toBe(false);
    },
  );

  it('without an Origin is ours', () => {
    expect(foreign({ headers: { cookie } })).toBe(false);
    expect(foreign({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })).toBe(false);
    expect(foreign({ method: 'GET', headers: { cookie, 'sec-fetch-site': 'none' } })).toBe(false);
  });

  it('knows the host it was asked by, with or without the usual port', () => {
    const host = 'turnlog.example';
    expect(foreign({ headers: { cookie, host, origin: 'https://turnlog.example' } })).toBe(false);
    expect(foreign({ headers: { cookie, host: `${host}:443`, origin: 'https://turnlog.example' } })).toBe(false);
    expect(foreign({ headers: { cookie, host, origin: 'https://turnlog.example:8443' } })).toBe(true);
    expect(foreign({ headers: { cookie, host, origin: 'http://localhost' } })).toBe(true);
  });

  it('knows the address people use, behind a proxy that asks by another', () => {
    const appUrl = 'https://turnlog.example/app';
    expect(foreign({ appUrl, headers: { cookie, origin: 'https://turnlog.example' } })).toBe(false);
    expect(foreign({ appUrl, headers: { cookie, origin: 'http://turnlog.example' } })).toBe(true);
    expect(foreign({ appUrl, headers: { cookie, origin: 'https://other.example' } })).toBe(true);
    expect(foreign({ appUrl: 'http://127.0.0.1:5173', headers: { cookie, origin: 'http://localhost:5173' } })).toBe(
      false,
    );
  });

  it('is foreign where the browser says so, whatever the Origin', () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    expect(foreign({ headers })).toBe(true);
    expect(foreign({ method: 'GET', headers })).toBe(true);
    expect(foreign({ headers: { ...headers, origin: 'http://localhost:4000' } })).toBe(true);
  });

  it('may follow a link from elsewhere to a page, and to nothing else', () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const visit = (path: string, method = 'GET') => foreign({ method, path, headers });
    expect(visit('/')).toBe(false);
    expect(visit('/c/42')).toBe(false);
    expect(visit('/apiary')).toBe(false);
    expect(visit('/', 'POST')).toBe(true);
    expect(visit('/api')).toBe(true);
    expect(visit('/api/me')).toBe(true);
    expect(visit('/graphql')).toBe(true);
    expect(visit('/graphql/stream')).toBe(true);
  });
});

describe('a request without the session cookie', () => {
  const origin = 'http://evil.example';

  it('has nothing to abuse', () => {
    expect(foreign({ headers: { origin } })).toBe(false);
    expect(foreign({ headers: { origin, cookie: 'turnlog_session_2=abc' } })).toBe(false);
  });

  it('must not sign anybody in from elsewhere', () => {
    const path = '/api/auth/local-login';
    expect(foreign({ path, headers: { origin } })).toBe(true);
    expect(foreign({ path, headers: { origin: 'null' } })).toBe(true);
    expect(foreign({ path, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(true);
    expect(foreign({ path, headers: { origin: 'http://127.0.0.1:4000' } })).toBe(false);
    expect(foreign({ path, headers: {} })).toBe(false);
  });
});

describe('a bearer request', () => {
  it('is never foreign: no browser sends the token on its own', () => {
    const headers = { cookie, origin: 'null', authorization: 'Bearer tl_x', 'sec-fetch-site': 'cross-site' };
    expect(foreign({ headers })).toBe(false);
    expect(foreign({ headers: { ...headers, authorization: 'Basic eDp5' } })).toBe(true);
  });
});
