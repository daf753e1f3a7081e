import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAi } from '../../../server/providers/openai.ts';
import type { FakeModelServer, Reply } from '../../support/fake-model-server.ts';
import { startFakeOpenAi } from '../../support/fake-openai.ts';
import { asking, gather, textOf } from '../../support/generation.ts';
import { listen } from '../../support/listen.ts';

const never = new AbortController().signal;
const delta = (fields: object, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const event = (data: string) => `data: ${data}\n\n`;
const a = delta({ content: 'a' });
const b = delta({ content: 'b' });
const stop = delta({}, 'stop');
const usage = '{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}';
const usagePiece = { kind: 'usage', promptTokens: 7, completionTokens: 2 };
const finishPiece = { kind: 'finish', reason: 'stop' };

describe('openai', () => {
  let fake: FakeModelServer;
  beforeEach(async () => {
    fake = await startFakeOpenAi({ models: ['gpt'] });
  });
  afterEach(() => fake.close());

  const ask = (reply: Reply, path = '', apiKey?: string) => {
    fake.reply(reply);
    return gather(createOpenAi({ baseUrl: fake.url + path, apiKey }).generate(asking('gpt', 'hello'), never));
  };

  it('asks for a stream with its usage', async () => {
    await ask({});
    const { method, path, headers, body } = await fake.exchange();
    expect([method, path, headers.authorization]).toEqual(['POST', '/v1/chat/completions', undefined]);
    expect(body).toEqual({
      model: 'gpt',
      messages: asking('gpt', 'hello').messages,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 2048,
      temperature: 0.7,
    });
  });

  it.each(['', '/', '/v1', '/v1/'])('finds the API at the base %j', async (path) => {
    expect((await ask({}, path)).error).toBeUndefined();
    expect(await createOpenAi({ baseUrl: fake.url + path }).models(never)).toEqual([{ id: 'gpt', provider: 'openai' }]);
  });

  it.each([
    ['/api/v4', '/api/v4/models'],
    ['/v1beta/openai/', '/v1beta/openai/models'],
    ['/llm', '/llm/v1/models'],
    ['/v1?api-version=7', '/v1/models?api-version=7'],
  ])('with the base %s asks for %s', async (base, expected) => {
    const asked: (string | undefined)[] = [];
    const server = await listen((request, response) => {
      asked.push(request.url);
      response.end('{"data":[]}');
    });
    await createOpenAi({ baseUrl: server.url + base }).models(never);
    expect(asked).toEqual([expected]);
    await server.close();
  });

  it.each([1, 2, 5, 61])('puts characters and events together that were cut every %i bytes', async (bytesPerWrite) => {
    const tokens = ['Grüße, ', '世界 ', '👩‍👩‍👧 ', 'data: [DONE]\n\n', '\r\n'];
    const { pieces, error } = await ask({ tokens, bytesPerWrite });
    expect(error).toBeUndefined();
    expect(textOf(pieces)).toEqual(tokens);
  });

  it.each([
    ['CR LF', [event(a) + event(b) + event(stop) + event(usage)].map((text) => text.replaceAll('\n', '\r\n'))],
    ['no blank after the colon', [`data:${a}\n\ndata:${b}\n\ndata:${stop}\n\ndata:${usage}\n\ndata:[DONE]\n\n`]],
    [
      'comments, ids and lone data',
      [`: OPENROUTER PROCESSING\n\n${event(a)}data:\n\ndata\n\nid: 1\n${event(b)}`, event(stop) + event(usage)],
    ],
    [
      'data over several lines',
      [`${event(a)}${event(b)}data: {"choices":\ndata: [],${usage.slice(14)}\n\n${event(stop)}`],
    ],
    ['an end without a blank line', [`${event(a)}${event(b)}${event(usage)}data: ${stop}`]],
    ['[DONE] without a finish reason', [event(a) + event(b) + event(usage) + event('[DONE]')]],
    ['usage before the finish reason', [event(a) + event(b) + event(usage) + event(stop) + event('[DONE]')]],
    [
      'a connection kept open after [DONE]',
      [event(a) + event(b) + event(stop) + event(usage) + event('[DONE]'), 60_000],
    ],
  ])('reads %s', async (_, wire) => {
    const { pieces, error } = await ask({ wire });
    expect(error).toBeUndefined();
    expect(pieces).toEqual([{ kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, usagePiece, finishPiece]);
    await (await fake.exchange()).closed;
  });

  it('does without a usage, or with one it cannot read', async () => {
    const odd = '{"choices":[],"usage":{"prompt_tokens":"many"}}';
    for (const wire of [[event(a) + event(stop)], [event(a) + event(odd) + event(stop) + event('[DONE]')]]) {
      expect((await ask({ wire })).pieces).toEqual([{ kind: 'text', text: 'a' }, finishPiece]);
    }
  });

  it('knows both names of reasoning', async () => {
    const wire = [
      event(delta({ reasoning_content: 'x' })) + event(delta({ reasoning: 'y', content: '' })),
      event(delta({ reasoning_content: 'z', reasoning: 'z', content: 'a' })) + event(stop),
    ];
    expect((await ask({ wire })).pieces).toEqual([
      { kind: 'reasoning', text: 'x' },
      { kind: 'reasoning', text: 'y' },
      { kind: 'reasoning', text: 'z' },
      { kind: 'text', text: 'a' },
      finishPiece,
    ]);
  });

  it.each<[string, Reply, string]>([
    ['an error in the data', { tokens: 2, ending: 'fail' }, 'openai reported an error'],
    [
      'an event named error',
      { wire: [event(a), event(b), `event: error\n${event('{"SECRET":1}')}`] },
      'openai reported an error',
    ],
    ['an end without a finish', { tokens: 2, ending: 'end' }, 'openai ended its answer early'],
    ['a torn connection', { tokens: 2, ending: 'cut' }, 'openai broke off'],
    ['what is not JSON', { wire: [event(a), event(b), event('SECRET')] }, 'openai sent what is not JSON'],
    ['another shape', { wire: [event(a), event(b), event('{"choices":"SECRET"}')] }, 'openai sent an unknown chunk'],
  ])('fails on %s, with the tokens that came before', async (_, reply, message) => {
    const { pieces, error } = await ask(reply);
    expect(textOf(pieces)).toHaveLength(2);
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', message, details: { provider: 'openai' } });
  });

  it('shows its key to the provider alone', async () => {
    const locked = await startFakeOpenAi({ models: ['gpt'], apiKey: 'right' });
    const generate = (apiKey: string) =>
      gather(createOpenAi({ baseUrl: locked.url, apiKey }).generate(asking('gpt', 'x'), never));
    expect((await generate('right')).error).toBeUndefined();
    const { error } = await generate('wrong');
    expect(error).toMatchObject({ message: 'openai answered with status 401', retryable: false });
    expect((await generate('bad\nkey')).error).toMatchObject({ message: 'openai could not be asked' });
    await locked.close();
  });
});
