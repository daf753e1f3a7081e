import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';

type Samples = Map<string, number>;

/** Every sample of a text in Prometheus' format, by its name with its labels. */
const samplesOf = (text: string): Samples =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

const read = async (app: TestApp): Promise<Samples> => samplesOf(await (await fetch(`${app.url}/metrics`)).text());

describe('the metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('are there, at nothing, before anything has happened', async () => {
    const response = await fetch(`${app.url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = samplesOf(await response.text());
    for (const outcome of ['completed', 'failed', 'cancelled'])
      expect(samples.get(`turnlog_turns_total{outcome="${outcome}"}`)).toBe(0);
    expect(samples.get('turnlog_queue_turns{lane="chat",status="waiting"}')).toBe(0);
    expect(samples.get('turnlog_projection_lag_events{projection="messages"}')).toBeDefined();
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect([...samples.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true);
  });

  it('tell what became of turns, how long they waited, and how the store did', async () => {
    await (await app.post('/api/chat/stream', { message: 'Hello' })).text();
    app.ollama.reply({ tokens: ['half'], ending: 'fail' });
    await (await app.post('/api/chat/stream', { message: 'Break' })).text();
    const ended = async () => {
      const samples = await read(app);
      return ['completed', 'failed'].map((outcome) => samples.get(`turnlog_turns_total{outcome="${outcome}"}`));
    };
    await expect.poll(ended).toEqual([1, 1]);
    const samples = await read(app);
    expect(samples.get('turnlog_turn_wait_seconds_count')).toBe(2);
    expect(samples.get('turnlog_turn_first_token_seconds_count')).toBe(2);
    expect(samples.get('turnlog_turn_first_token_seconds_sum')).toBeGreaterThan(0);
    const appends = samples.get('turnlog_append_seconds_count') ?? 0;
    expect(appends).toBeGreaterThan(4);
    expect(samples.get('turnlog_append_batch_events_count')).toBeLessThanOrEqual(appends);
    expect(samples.get('turnlog_append_batch_events_sum')).toBeGreaterThanOrEqual(appends);
    const streams = 'method="POST",route="/api/chat/stream",status="200"';
    expect(samples.get(`turnlog_http_request_seconds_count{${streams}}`)).toBe(2);
  });

  it('count who subscribes, and forget who left', async () => {
    const before = (await read(app)).get('turnlog_subscribers') ?? 0;
    const query = 'query=subscription{viewerEvents{type}}';
    const leaving = new AbortController();
    await app.fetch(`/graphql?${query}`, { headers: { accept: 'text/event-stream' }, signal: leaving.signal });
    await expect.poll(async () => (await read(app)).get('turnlog_subscribers')).toBe(before + 1);
    leaving.abort();
    await expect.poll(async () => (await read(app)).get('turnlog_subscribers')).toBe(before);
  });

  it('name routes, never paths', async () => {
    await app.fetch('/api/chat/conversations/whose-is-this');
    await app.fetch('/nowhere/whose-is-this');
    const names = [...(await read(app)).keys()].join('\n');
    expect(names).toContain('route="/api/chat/conversations/:id",status="404"');
    expect(names).not.toContain('whose-is-this');
  });
});
