import { expect, it } from 'vitest';
import { normaliseMath } from '../../../web/chat/math.ts';

it.each([
  ['so \\(a^2\\) is', 'so $$a^2$$ is'],
  ['so $a^2$ is', 'so $$a^2$$ is'],
  ['so $$a^2$$ is', 'so $$a^2$$ is'],
  ['so \\[a^2\\] is', 'so $$a^2$$ is'],
  ['\\[a^2\\]', '$$\na^2\n$$'],
  ['$$a^2$$', '$$\na^2\n$$'],
  ['- one\n  \\[\n  a^2\n  \\]', '- one\n  $$\n  a^2\n  $$'],
  ['$$\na^2\n$$', '$$\na^2\n$$'],
  ['($x$, $y$)', '($$x$$, $$y$$)'],
])('takes the formula in %j', (text, normal) => {
  expect(normaliseMath(text)).toBe(normal);
  expect(normaliseMath(normal)).toBe(normal);
});

it.each([
  'between $5 and $10',
  'from $5/$10 on',
  '$HOME and $PATH, $HOME/$PATH',
  'US$5, A$6$',
  'a half-written \\(a^2',
  'escaped \\$a$',
  'the code `$a$` and ``\\(a\\)``',
  '```sh\necho $a$ \\(b\\)\n```',
  '```sh\necho $a$ \\(b\\)',
  '~~~\n$$a$$\n~~~',
])('leaves %j alone', (text) => {
  expect(normaliseMath(text)).toBe(text);
});

it('goes on behind code', () => {
  expect(normaliseMath('```\n$a$\n```\nso $b$ and `$c$` or $d$')).toBe('```\n$a$\n```\nso $$b$$ and `$c$` or $$d$$');
});
