import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pages = ['/', '/c/x', '/api/health', '/api/me', '/graphql', '/nothing', '/api/nothing'];

describe('every answer', () => {
  it.each(pages)('%s says what a browser may do with it', async (path) => {
    for (const response of [await app.fetch(path), await fetch(`${app.url}${path}`)]) {
      await response.arrayBuffer();
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self';/);
      expect(policy).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(response.headers.get('x-powered-by')).toBeNull();
      // Over plain HTTP a browser must not be told to use https alone.
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('asks for https for a year once it is there', async () => {
    const response = await app.fetch('/api/health', { headers: { 'x-forwarded-proto': 'https' } });
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('is no page where it is a stream', async () => {
    const response = await app.post('/api/chat/stream', { message: 'Hello' });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.text();
  });
});
