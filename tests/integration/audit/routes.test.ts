import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventLine } from '../../../server/audit/lines.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let turnId: string;
beforeAll(async () => {
  app = await startTestApp();
  app.ollama.reply({ tokens: ['One', ' two'] });
  const response = await app.post('/api/chat/stream', { message: 'Count' });
  turnId = /"genId":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
});
afterAll(() => app.close());

const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('/api/audit', () => {
  it('tells the log as NDJSON, as far as is asked, and records it', async () => {
    const response = await app.fetch('/api/audit/events?category=turn&types=TokenGenerated,TurnCompleted');
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const events = (await linesOf(response)).map((line) => eventLine.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['TokenGenerated', 'TokenGenerated', 'TurnCompleted']);
    expect(events[0]).toMatchObject({ stream: `turn-${turnId}`, data: { text: 'One' }, metadata: null });
    const uses = await linesOf(await app.fetch('/api/audit/events?types=AuditRead'));
    expect(uses[0]).toMatchObject({
      data: { what: 'export', asked: { category: 'turn', types: ['TokenGenerated', 'TurnCompleted'] } },
    });
  });

  it('tells a turn up to its end, and only what is there', async () => {
    const events = (await linesOf(await app.fetch(`/api/audit/turns/${turnId}/events`))).map((line) =>
      eventLine.parse(line),
    );
    expect(events[0]?.type).toBe('TurnRequested');
    expect(events.at(-1)?.type).toBe('TurnCompleted');
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
    expect((await app.fetch('/api/audit/turns/nonsense/events')).status).toBe(404);
  });

  it('follows a turn that runs', async () => {
    app.ollama.reply({ tokens: ['slow', 'ly'], delayMs: 100 });
    const started = await app.post('/api/chat/stream', { message: 'And on' });
    const reader = started.body?.pipeThrough(new TextDecoderStream()).getReader();
    const running = /"genId":"([^"]+)"/.exec((await reader?.read())?.value ?? '')?.[1];
    const events = await linesOf(await app.fetch(`/api/audit/turns/${running}/events`));
    expect(events.at(-1)).toMatchObject({ type: 'TurnCompleted' });
    await reader?.cancel();
  });

  it('rebuilds read models with a report of each', async () => {
    const reports = await linesOf(await app.fetch('/api/audit/rebuild', { method: 'POST' }));
    for (const name of ['conversations', 'messages', 'turns', 'usage'])
      expect(reports).toContainEqual({ name, done: true });
    expect(reports).toContainEqual(expect.objectContaining({ name: 'turns', events: expect.any(Number) }));
    const one = await linesOf(await app.fetch('/api/audit/rebuild?name=usage', { method: 'POST' }));
    expect(one.at(-1)).toEqual({ name: 'usage', done: true });
    const wrong = await app.fetch('/api/audit/rebuild?name=nothing', { method: 'POST' });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: expect.stringContaining('there is no read model nothing: it is one of conversations, ') },
    ]);
  });

  it('says what is accepted', async () => {
    const response = await app.fetch('/api/audit/events?from=yesterday');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^from: a position such as 1200/) });
    expect((await app.fetch('/api/audit/events?frm=1')).status).toBe(400);
  });

  it('knows the operator by the token in the data directory, here and nowhere else', async () => {
    const path = join(app.dataDir, 'server.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { token, url } = JSON.parse(readFileSync(path, 'utf8'));
    expect(url).toBe(app.url);
    const ask = (bearer: string, where: string) =>
      fetch(`${app.url}${where}`, { headers: { authorization: `Bearer ${bearer}` } });
    const uses = await ask(token, '/api/audit/events?types=AuditRead');
    expect(await linesOf(uses)).toContainEqual(
      expect.objectContaining({ stream: 'user-operator', userId: 'operator' }),
    );
    for (const wrong of [`${token}x`, token.slice(1), '']) {
      expect((await ask(wrong, '/api/audit/events')).status).toBe(401);
    }
    expect((await ask(token, '/api/me')).status).toBe(401);
    await app.restart();
    expect((await ask(token, '/api/audit/events')).status).toBe(401);
    expect(existsSync(path)).toBe(true);
  });
});
