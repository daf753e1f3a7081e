import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Person, startAppWithPeople } from '../../support/people.ts';
import { homeAssistantDone } from '../../support/sources/home-assistant.ts';
import { type Sources, startSources } from '../../support/sources/replay.ts';
import { allFrames, framesOf } from '../../support/sse-client.ts';
import { connect, post } from '../graphql/client.ts';
import { askFor } from '../takeover/fixture.ts';

let sources: Sources;
let env: Record<string, string>;
let house: Awaited<ReturnType<typeof startAppWithPeople>>;
let app: TestApp;
let stranger: Person;
beforeAll(async () => {
  sources = await startSources();
  env = {
    QUEUE_LIMITS: 'chat=1',
    TOOL_SOURCES: `homeAssistant=${sources.url}`,
    TOOL_KEYS: 'homeAssistant=key',
    TOOL_APPROVALS: 'homeAssistant',
  };
  house = await startAppWithPeople(env);
  app = house.app;
  stranger = await house.signIn('stranger');
});
afterAll(async () => {
  await house.close();
  await sources.close();
});
beforeEach(() => sources.replay(homeAssistantDone));

const bodySchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});
const ask = (query: string, variables: Record<string, unknown>, cookie = app.cookie) =>
  post(`${app.url}/graphql`, { cookie }, { query, variables }).then(({ body }) => bodySchema.parse(body));

const statusOf = async (turnId: string) =>
  (await ask('query ($id: ID!) { turn(id: $id) { status } }', { id: turnId })).data?.turn;

const eventSchema = z.object({ turnEvents: z.looseObject({ type: z.string(), callId: z.string().optional() }) });
/** The call that a turn waits for, as its subscription tells it. */
const requestedCall = async (turnId: string) => {
  const client = connect(`${app.url.replace('http', 'ws')}/graphql`, { headers: { cookie: app.cookie } });
  const query = `subscription ($id: ID!) { turnEvents(turnId: $id) {
    type: __typename ... on ToolCallRequested { callId tool arguments hash policy } ... on TurnSuspended { callId until } } }`;
  try {
    for await (const { data } of client.iterate({ query, variables: { id: turnId } })) {
      const { turnEvents } = eventSchema.parse(data);
      if (turnEvents.type === 'ToolCallRequested') return turnEvents;
    }
  } finally {
    await client.dispose();
  }
  throw new Error('nobody was asked');
};

const resolve = (turnId: string, callId: unknown, decision: string, cookie?: string) =>
  ask(
    'mutation ($turnId: ID!, $callId: String!, $decision: ToolCallDecision!) { resolveToolCall(turnId: $turnId, callId: $callId, decision: $decision) }',
    { turnId, callId, decision },
    cookie,
  );
const codeOf = async (answered: ReturnType<typeof resolve>) => (await answered).errors?.[0]?.extensions.code;

const suspended = async (message = 'turn on the lights in the kitchen') => {
  const turnId = await askFor(app.url, app.cookie, message);
  const call = await requestedCall(turnId);
  await vi.waitFor(async () => expect(await statusOf(turnId)).toEqual({ status: 'SUSPENDED' }));
  return { turnId, call };
};
const end = async (turnId: string) => {
  const frames = await allFrames(await app.fetch(`/api/chat/stream/${turnId}`));
  return { text: frames.flatMap(({ event, data }) => (event === 'token' ? [data] : [])).join(''), frames };
};
const named = (frames: Awaited<ReturnType<typeof allFrames>>) => frames.map(({ event }) => event);

describe('a tool that asks', () => {
  test('runs once its user has allowed it', async () => {
    const { turnId, call } = await suspended();
    expect(call).toMatchObject({
      tool: 'homeAssistant',
      arguments: { command: 'turn on the lights in the kitchen' },
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      policy: 'ask',
    });
    expect(sources.asked()).toEqual([]);
    expect(await resolve(turnId, call.callId, 'APPROVED')).toEqual({ data: { resolveToolCall: true } });
    const { text, frames } = await end(turnId);
    expect(text).toBe('Turned on the kitchen light');
    expect(named(frames).at(-1)).toBe('done');
    expect(sources.asked()).toHaveLength(1);
  });

  test('does not run where it is denied: the model is told', async () => {
    const { turnId, call } = await suspended();
    const before = app.ollama.exchanges.length;
    await resolve(turnId, call.callId, 'DENIED');
    const { frames } = await end(turnId);
    const refused = JSON.stringify({ tool: 'homeAssistant', error: 'it was not allowed' });
    expect(frames.find(({ event }) => event === 'tool_error')?.data).toBe(refused);
    expect(named(frames).at(-1)).toBe('done');
    expect(sources.asked()).toEqual([]);
    expect(JSON.stringify(app.ollama.exchanges[before]?.body)).toContain('it was not allowed');
  });

  test('is decided about by its user alone, once', async () => {
    const { turnId, call } = await suspended();
    const theirs = z.string().parse(new Headers(stranger.headers).get('cookie'));
    expect(await codeOf(resolve(turnId, call.callId, 'APPROVED', theirs))).toBe('NOT_FOUND');
    expect(await codeOf(resolve(turnId, 'another', 'APPROVED'))).toBe('NOT_FOUND');
    expect(await codeOf(resolve('no-turn', call.callId, 'APPROVED'))).toBe('NOT_FOUND');
    expect(await statusOf(turnId)).toEqual({ status: 'SUSPENDED' });
    expect(sources.asked()).toEqual([]);
    await resolve(turnId, call.callId, 'DENIED');
    expect(await codeOf(resolve(turnId, call.callId, 'APPROVED'))).toBe('REJECTED');
    await end(turnId);
    expect(await codeOf(resolve(turnId, call.callId, 'APPROVED'))).toBe('REJECTED');
    expect(sources.asked()).toEqual([]);
  });

  test('holds no slot while it waits, and survives a restart', async () => {
    const { turnId, call } = await suspended();
    // The lane has one slot.
    const other = await end(await askFor(app.url, app.cookie, 'tokens=3'));
    expect(named(other.frames).at(-1)).toBe('done');
    await app.restart();
    expect(await statusOf(turnId)).toEqual({ status: 'SUSPENDED' });
    const another = await end(await askFor(app.url, app.cookie, 'tokens=3'));
    expect(named(another.frames).at(-1)).toBe('done');
    await resolve(turnId, call.callId, 'APPROVED');
    const { text, frames } = await end(turnId);
    expect(text).toBe('Turned on the kitchen light');
    expect(frames.filter(({ event }) => event === 'routing')).toHaveLength(1);
    expect(sources.asked()).toHaveLength(1);
  });

  test('is not waited for where the turn is stopped', async () => {
    const { turnId, call } = await suspended();
    const response = await app.post(`/api/chat/stream/${turnId}/cancel`, {});
    expect(await response.json()).toEqual({ ok: true });
    expect(named((await end(turnId)).frames).at(-1)).toBe('cancelled');
    expect(await codeOf(resolve(turnId, call.callId, 'APPROVED'))).toBe('REJECTED');
    expect(sources.asked()).toEqual([]);
  });
});

describe('a later message of the conversation', () => {
  const later = async (turnId: string) => {
    const answered = await ask('query ($id: ID!) { turn(id: $id) { conversationId } }', { id: turnId });
    const { turn } = z.object({ turn: z.object({ conversationId: z.string() }) }).parse(answered.data);
    return { ...turn, laterId: await askFor(app.url, app.cookie, 'tokens=2', turn) };
  };
  const queued = async () => {
    const { data } = await ask('{ queue { waiting running turns { turnId place waitsFor } } }', {});
    return z.array(z.unknown()).parse(data?.queue)[0];
  };
  const waiting = (turnId: string, laterId: string) => ({
    waiting: 1,
    running: 0,
    turns: [
      { turnId, place: 0, waitsFor: 'PERSON' },
      { turnId: laterId, place: 1, waitsFor: 'CONVERSATION' },
    ],
  });

  test('waits for the decision, also over a restart, and is answered behind the turn that was decided about', async () => {
    const { turnId, call } = await suspended();
    const { laterId, conversationId } = await later(turnId);
    await vi.waitFor(async () => expect(await queued()).toEqual(waiting(turnId, laterId)));
    // Another conversation's has the slot, and is not waited for.
    expect(named((await end(await askFor(app.url, app.cookie, 'tokens=3'))).frames).at(-1)).toBe('done');
    await app.restart();
    await vi.waitFor(async () => expect(await queued()).toEqual(waiting(turnId, laterId)), { timeout: 5_000 });
    const before = app.ollama.exchanges.length;
    await resolve(turnId, call.callId, 'APPROVED');
    expect(named((await end(laterId)).frames).at(-1)).toBe('done');
    const { messages } = await (await app.fetch(`/api/chat/conversations/${conversationId}`)).json();
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      'turn on the lights in the kitchen',
      'Turned on the kitchen light',
      'tokens=2',
      'word0 word1 ',
    ]);
    expect(JSON.stringify(app.ollama.exchanges[before]?.body)).toContain('Turned on the kitchen light');
  });

  test('goes on where the turn before it is stopped', async () => {
    const { turnId } = await suspended();
    const { laterId } = await later(turnId);
    await vi.waitFor(async () => expect(await queued()).toEqual(waiting(turnId, laterId)));
    await app.post(`/api/chat/stream/${turnId}/cancel`, {});
    expect(named((await end(laterId)).frames).at(-1)).toBe('done');
  });

  test('goes on where nobody decides in time', async () => {
    const impatient = await startTestApp({ ...env, TOOL_APPROVAL_MS: '1000' });
    try {
      const { url, cookie } = impatient;
      const conversation = { conversationId: '' };
      for await (const { data } of framesOf(
        await impatient.post('/api/chat/stream', { message: 'turn on the lights in the kitchen' }),
      )) {
        Object.assign(conversation, z.object({ conversationId: z.string() }).parse(JSON.parse(data)));
        break;
      }
      const laterId = await askFor(url, cookie, 'tokens=2', conversation);
      const frames = await allFrames(await impatient.fetch(`/api/chat/stream/${laterId}`));
      expect(named(frames).at(-1)).toBe('done');
      const { messages } = await (
        await impatient.fetch(`/api/chat/conversations/${conversation.conversationId}`)
      ).json();
      expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
      expect(sources.asked()).toEqual([]);
    } finally {
      await impatient.close();
    }
  });
});
