import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../.ci/audit.ts';

const url = 'https://github.com/advisories/GHSA-xxxx';
const cause = { source: 1, name: 'left', url, title: 'Left is wrong', severity: 'high', range: '<2' };
const found = { vulnerabilities: { left: { name: 'left', via: [cause] }, right: { name: 'right', via: ['left'] } } };

describe('what npm knows of the dependencies', () => {
  it('is named once, unless it is explained', () => {
    expect(judge(found, {})).toEqual([`left (high): Left is wrong ${url}`]);
    expect(judge(found, { [url]: 'never called' })).toEqual([]);
    expect(judge({ vulnerabilities: {} }, {})).toEqual([]);
  });

  it('is not taken for clean where nobody answered', () => {
    expect(judge({ message: '405 Method Not Allowed', error: { summary: '' } })).toBeNull();
    expect(judge(null)).toBeNull();
  });

  it('is asked for in CI', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readFileSync('.ci/run', 'utf8')).toContain('npm run audit');
    expect(scripts.audit).toContain('.ci/audit.ts');
  });
});
