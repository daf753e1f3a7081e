import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { allFrames } from '../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ QUEUE_LIMITS: 'chat=1', OFFLINE: '1' });
});
afterAll(() => app.close());

const graphql = async (query: string, variables: object = {}) =>
  (await app.post('/graphql', { query, variables })).json();
const fields =
  'lanes { lane mode isSet inForce suggested min max } defaultModel routerModel signUp machine { cores memoryGib }';
const read = async () => (await graphql(`{ settings { ${fields} } }`)).data.settings;
const change = (input: object) =>
  graphql(`mutation ($input: ChangeSettingsInput!) { changeSettings(input: $input) { ${fields} } }`, { input });
const chat = async () => (await read()).lanes[0];
const counts = async () => (await (await app.fetch('/api/health')).json()).queue.chat;
const running = async (count: number) => {
  while ((await counts()).running !== count) await sleep(10);
};
const ask = (message: string) => app.post('/api/chat/stream', { message });

describe('lane limits', () => {
  test('are the environment’s until somebody sets them', async () => {
    expect(await chat()).toMatchObject({ lane: 'CHAT', mode: 'FIXED', isSet: false, inForce: 1 });
  });

  test('take effect without a restart: what waits runs at once, and fewer run afterwards', async () => {
    const turns = await Promise.all([1, 2, 3].map(() => ask('tokens=2000 delay=10')));
    await running(1);
    const { data } = await change({ lanes: [{ lane: 'CHAT', mode: 'FIXED', limit: 3 }] });
    expect(data.changeSettings.lanes[0]).toMatchObject({ mode: 'FIXED', isSet: true, inForce: 3 });
    await running(3);
    await change({ lanes: [{ lane: 'CHAT', mode: null }] });
    for (const { body } of turns) {
      const reader = body?.getReader();
      const text = new TextDecoder().decode((await reader?.read())?.value);
      const { genId } = JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '{}');
      await app.post(`/api/chat/stream/${genId}/cancel`, {});
      await reader?.cancel();
    }
    await running(0);
    expect(await chat()).toMatchObject({ isSet: false, inForce: 1 });
  });

  test('follow the load where they are told to', async () => {
    const adaptive = { mode: 'ADAPTIVE', min: 1, max: 3, firstTokenMs: 60_000, tokensPerSecond: 0 };
    await change({ lanes: [{ lane: 'CHAT', ...adaptive }] });
    await allFrames(await ask('tokens=1'));
    await expect.poll(async () => (await chat()).inForce).toBe(2);
    app.ollama.reply({ status: 500 });
    await allFrames(await ask('tokens=1'));
    await expect.poll(async () => (await chat()).inForce).toBe(1);
    await app.restart();
    expect(await chat()).toMatchObject({ mode: 'ADAPTIVE', isSet: true, min: 1, max: 3, inForce: 1 });
  });

  test('are what the machine suggests where they are told to', async () => {
    await change({ lanes: [{ lane: 'CHAT', mode: 'SUGGESTED' }] });
    const { inForce, suggested } = await chat();
    expect(inForce).toBe(suggested);
    expect((await read()).machine.cores).toBeGreaterThan(0);
  });
});

describe('the other settings', () => {
  test('the default model answers, as soon as it is set', async () => {
    const model = async () => {
      const frames = await allFrames(await ask('tokens=1'));
      return JSON.parse(frames.at(-1)?.data ?? '{}');
    };
    await change({ lanes: [{ lane: 'CHAT', mode: null }], defaultModel: 'scripted', signUp: 'OFF' });
    expect(await read()).toMatchObject({ defaultModel: 'scripted', signUp: 'OFF' });
    const { data } = await graphql('{ models { id isDefault } }');
    expect(data.models.find(({ isDefault }: { isDefault: boolean }) => isDefault).id).toBe('scripted');
    const before = app.ollama.exchanges.length;
    await model();
    expect(app.ollama.exchanges.length).toBe(before);
    await change({ defaultModel: null, signUp: null });
    expect(await read()).toMatchObject({ defaultModel: null, signUp: 'INVITATION' });
  });

  test('the model that chooses tools chooses them, as soon as it is set', async () => {
    const asked = async () => {
      const before = app.ollama.lookUps.length;
      // Only a model can tell what "it" is.
      await allFrames(await ask('look it up'));
      return JSON.stringify(app.ollama.lookUps.slice(before)).includes('"name":"search"');
    };
    expect(await asked()).toBe(true);
    await change({ routerModel: 'scripted' });
    expect(await read()).toMatchObject({ routerModel: 'scripted' });
    expect(await asked()).toBe(false);
    expect((await change({ routerModel: 'nobody' })).errors[0].message).toContain('must be one of');
    await change({ routerModel: null });
    expect(await read()).toMatchObject({ routerModel: null });
  });

  test('are refused where they make no sense, in words', async () => {
    const codes = async (input: object) => (await change(input)).errors[0];
    const lane = 'CHAT';
    expect(await codes({ lanes: [{ lane, mode: 'FIXED' }] })).toMatchObject({ extensions: { code: 'VALIDATION' } });
    expect((await codes({ lanes: [{ lane, mode: 'FIXED', limit: 0 }] })).message).toContain('lanes.chat.limit');
    const upsideDown = { mode: 'ADAPTIVE', min: 3, max: 2, firstTokenMs: 1_000, tokensPerSecond: 1 };
    expect((await codes({ lanes: [{ lane, ...upsideDown }] })).message).toContain('min is at most max');
    expect((await codes({ defaultModel: 'nobody' })).message).toContain('must be one of');
  });
});
