import { expect, it } from 'vitest';
import { safeUrl } from '../../../web/chat/safe-url.ts';

it.each(['https://example.org/a?b#c', 'http://example.org', 'mailto:a@example.org'])('lets %s through', (url) => {
  expect(safeUrl(url)).toBe(url);
});

it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/api/me', '#a', ''])(
  'refuses %j',
  (url) => {
    expect(safeUrl(url)).toBeNull();
  },
);
