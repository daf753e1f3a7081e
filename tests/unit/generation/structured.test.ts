import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { structuredCall } from '../../../server/generation/structured.ts';
import { openProviders } from '../../../server/providers/index.ts';
import type { Provider } from '../../../server/providers/provider.ts';
import type { FakeModelServer, Reply } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startFakeOpenAi } from '../../support/fake-openai.ts';
import { recordingLog } from '../../support/generation.ts';
import { injected } from '../../support/injected.ts';

const person = z.object({ name: z.string(), age: z.int().min(0) });
const schemaOfPerson = z.toJSONSchema(person, { target: 'draft-7' });
const bodySchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  temperature: z.number().optional(),
  options: z.looseObject({ temperature: z.number() }).optional(),
  format: z.unknown().optional(),
  response_format: z.unknown().optional(),
});

const protocols = [
  ['Ollama', startFakeOllama, 'fake:latest'],
  ['OpenAI', startFakeOpenAi, 'fake-gpt'],
] as const;

describe.each(protocols)('a structured call over the protocol of %s', (name, start, model) => {
  let server: FakeModelServer;
  let provider: Provider;
  beforeAll(async () => {
    server = await start();
    const nobody = 'http://127.0.0.1:9';
    const at = name === 'OpenAI' ? { ollamaUrl: nobody, openaiBaseUrl: server.url } : { ollamaUrl: server.url };
    const signal = new AbortController().signal;
    const providers = openProviders(at, { log: recordingLog(), ...injected, signal });
    provider = (await providers.resolve(model)).provider;
  });
  afterAll(() => server.close());

  const call = async <S extends z.ZodType>(schema: S, replies: Reply[], signal = new AbortController().signal) => {
    const before = server.exchanges.length;
    for (const reply of replies) server.reply(reply);
    const messages = [
      { role: 'system', content: 'You read letters.' },
      { role: 'user', content: 'Ann is 40.' },
    ] as const;
    const result = await structuredCall({ provider, model, schema, messages }, signal).catch((error: unknown) => ({
      error,
    }));
    return { result, bodies: server.exchanges.slice(before).map(({ body }) => bodySchema.parse(body)) };
  };
  const saying = (...tokens: string[]): Reply => ({ tokens });

  test('asks for JSON by the native mode, strictly and soberly', async () => {
    const { result, bodies } = await call(person, [saying('{"name":"Ann",', '"age":40}')]);
    expect(result).toEqual({ name: 'Ann', age: 40 });
    expect(bodies).toHaveLength(1);
    const [body] = bodies;
    if (name === 'Ollama') expect(body?.format).toEqual(schemaOfPerson);
    else {
      const json_schema = { name: 'answer', schema: schemaOfPerson };
      expect(body?.response_format).toEqual({ type: 'json_schema', json_schema });
    }
    expect(body?.temperature ?? body?.options?.temperature).toBe(0.1);
    expect(body?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(body?.messages[0]?.content).toMatch(/^Answer in English with JSON alone[\s\S]*\n\nYou read letters\.$/);
  });

  test.each([
    ['in prose', 'Sure! Here it is: {"name":"Ann {the \\"first\\"]","age":40} Anything else?'],
    ['in a fence', '```json\n{"name":"Ann {the \\"first\\"]","age":40}\n```'],
    ['followed by another', '{"name":"Ann {the \\"first\\"]","age":40}{"name":"Bob","age":1}'],
  ])('finds the first JSON where it stands %s', async (_where, text) => {
    const { result, bodies } = await call(person, [saying(text)]);
    expect(result).toEqual({ name: 'Ann {the "first"]', age: 40 });
    expect(bodies).toHaveLength(1);
  });

  test('takes a list, too', async () => {
    expect((await call(z.array(z.string()), [saying('["a","b"]')])).result).toEqual(['a', 'b']);
  });

  test.each([
    ['holds none', 'I cannot say.', 'there is no JSON in it'],
    ['is cut off', '{"name":"Ann","age":', 'the JSON in it does not end'],
    ['is no JSON', "{'name': 'Ann'}", 'JSON'],
    ['does not fit', '{"name":"Ann","age":-1}', 'age'],
  ])('asks once more, with what was wrong, where the answer %s', async (_what, text, why) => {
    const { result, bodies } = await call(person, [saying(text), saying('{"name":"Ann","age":40}')]);
    expect(result).toEqual({ name: 'Ann', age: 40 });
    expect(bodies).toHaveLength(2);
    const [, , said, correction] = bodies[1]?.messages ?? [];
    expect(said).toEqual({ role: 'assistant', content: text });
    expect(correction?.role).toBe('user');
    expect(correction?.content).toContain(why);
    expect(correction?.content).toMatch(/^This could not be read: [\s\S]+\nAnswer again, with the JSON alone\.$/);
  });

  test('fails after the second attempt, in words that can be shown', async () => {
    const { result, bodies } = await call(person, [saying('no'), saying('never'), saying('{"name":"Ann","age":40}')]);
    const message = `${model} gave no answer that can be read`;
    expect(result).toMatchObject({ error: { code: 'PROVIDER_FAILED', message } });
    expect(bodies).toHaveLength(2);
    // What was not asked for stays for nobody.
    await call(person, []);
  });

  test('does not ask again where the provider itself fails', async () => {
    const { result, bodies } = await call(person, [{ status: 500, body: '{"error":"SECRET"}' }]);
    expect(result).toMatchObject({ error: { code: 'PROVIDER_FAILED' } });
    expect(JSON.stringify(result)).not.toContain('SECRET');
    expect(bodies).toHaveLength(1);
  });

  test('ends with the signal', async () => {
    const stop = new AbortController();
    const asked = call(person, [{ ending: 'stall', tokens: 0 }], stop.signal);
    await server.exchange(server.exchanges.length);
    stop.abort(new Error('over'));
    expect((await asked).result).toMatchObject({ error: { message: 'over' } });
  });
});

test('where there is no language model nothing is asked', async () => {
  const { signal } = new AbortController();
  const deps = { log: recordingLog(), ...injected, signal };
  const { provider, model } = await openProviders({ ollamaUrl: 'http://127.0.0.1:9' }, deps).resolve('scripted');
  const asked = structuredCall({ provider, model, schema: person, messages: [] }, signal);
  await expect(asked).rejects.toMatchObject({ code: 'PROVIDER_FAILED', message: 'no language model is there to ask' });
});
