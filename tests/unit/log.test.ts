import { describe, expect, it } from 'vitest';
import { TurnlogError } from '../../server/errors.ts';
import { createLog, type Log } from '../../server/log.ts';

const logged = (write: (log: Log) => void, level: 'info' | 'silent' = 'info') => {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
};

describe('the log', () => {
  it('writes a JSON object a line, with time and the level by name', () => {
    const [line] = logged((log) => log.info({ port: 4000 }, 'listening'));
    expect(line?.endsWith('\n')).toBe(true);
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'info', msg: 'listening', port: 4000 });
    expect(JSON.parse(line ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('keeps quiet below its level', () => {
    expect(logged((log) => log.debug('no'))).toEqual([]);
    expect(logged((log) => log.fatal('no'), 'silent')).toEqual([]);
  });

  it('censors secrets where they lie', () => {
    const text = logged((log) => {
      log.info({ password: 'hunter2', token: 'hunter2' });
      log.info({ headers: { authorization: 'hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } });
      log.info({ request: { headers: { authorization: 'hunter2', 'set-cookie': 'hunter2', host: 'h' } } });
      log.info({ config: { adminPassword: 'hunter2', sessionSecret: 'hunter2', databaseUrl: 'hunter2' } });
    }).join('');
    expect(text).not.toContain('hunter2');
    expect(text.match(/\[secret\]/g)).toHaveLength(10);
    expect(text).toContain('"host":"h"');
  });

  it('tells an error with its code and causes, without what a database quotes', () => {
    const cause = Object.assign(new Error('invalid input'), { code: '22P02', detail: 'what a user wrote' });
    const [line] = logged((log) => log.error({ err: new TurnlogError('STORE_UNAVAILABLE', 'gone', { cause }) }));
    const { err } = JSON.parse(line ?? '');
    expect(err).toMatchObject({ type: 'TurnlogError', message: 'gone', code: 'STORE_UNAVAILABLE' });
    expect(err.cause).toMatchObject({ type: 'Error', message: 'invalid input', code: '22P02' });
    expect(err.cause.stack).toContain('log.test.ts');
    expect(line).not.toContain('what a user wrote');
  });
});
