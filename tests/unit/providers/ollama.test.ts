import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TurnlogError } from '../../../server/errors.ts';
import { createOllama } from '../../../server/providers/ollama.ts';
import type { FakeModelServer, Reply } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { asking, gather, recordingLog, textOf } from '../../support/generation.ts';
import { listen } from '../../support/listen.ts';

const never = new AbortController().signal;
const said = (content: string) => `{"message":{"content":${JSON.stringify(content)}},"done":false}`;
const done = '{"done":true,"done_reason":"stop","prompt_eval_count":7,"prompt_eval_duration":0,"eval_count":2}';

describe('ollama', () => {
  let fake: FakeModelServer;
  let log: ReturnType<typeof recordingLog>;
  beforeEach(async () => {
    fake = await startFakeOllama({ models: ['llama3.2:latest', 'all-minilm:latest'] });
    log = recordingLog();
  });
  afterEach(() => fake.close());

  const ask = (reply: Reply, model = 'llama3.2') => {
    fake.reply(reply);
    return gather(createOllama({ url: fake.url, log }).generate(asking(model, 'hello'), never));
  };

  it('asks for a stream without hidden reasoning, with the options in its own words', async () => {
    await ask({});
    const { method, path, headers, body } = await fake.exchange();
    expect([method, path, headers['content-type']]).toEqual(['POST', '/api/chat', 'application/json']);
    expect(body).toEqual({
      model: 'llama3.2',
      messages: asking('llama3.2', 'hello').messages,
      stream: true,
      think: false,
      options: { num_predict: 2048, num_ctx: 4096, temperature: 0.7 },
    });
  });

  it('lists what was pulled', async () => {
    expect(await createOllama({ url: fake.url, log }).models(never)).toEqual([
      { id: 'llama3.2:latest', provider: 'ollama' },
      { id: 'all-minilm:latest', provider: 'ollama' },
    ]);
  });

  it.each([
    ['{"models":[{"model":1}]}', 'ollama sent an unknown list of models'],
    ['<html>', 'ollama sent what is not JSON'],
  ])('refuses %s for a list of models, and keeps a path that stands before the API', async (body, message) => {
    const asked: (string | undefined)[] = [];
    const server = await listen((request, response) => {
      asked.push(request.url);
      response.end(body);
    });
    await expect(createOllama({ url: `${server.url}/behind/`, log }).models(never)).rejects.toMatchObject({ message });
    expect(asked).toEqual(['/behind/api/tags']);
    await server.close();
  });

  it.each([1, 2, 3, 7, 64])(
    'puts characters and lines together that were cut every %i bytes',
    async (bytesPerWrite) => {
      const tokens = ['Grüße, ', '世界 ', '👩‍👩‍👧 ', 'مرحبا', '\u2028\n\r\n', '"}\\'];
      const { pieces, error } = await ask({ tokens, bytesPerWrite });
      expect(error).toBeUndefined();
      expect(textOf(pieces)).toEqual(tokens);
    },
  );

  it.each([
    ['CR LF', [`${said('a')}\r\n${said('b')}\r`, 5, `\n${done}\r\n`]],
    ['blank lines', [`\n\n${said('a')}\n \n`, `${said('b')}\n\n${done}\n`]],
    ['no newline at the end', [`${said('a')}\n${said('b')}\n${done}`]],
    ['empty content', [`${said('a')}\n${said('')}\n${said('b')}\n${done}\n`]],
    ['more after the end', [`${said('a')}\n${said('b')}\n${done}\n${said('c')}\n`]],
  ])('reads %s', async (_, wire) => {
    const { pieces, error } = await ask({ wire });
    expect(error).toBeUndefined();
    expect(pieces).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
      { kind: 'usage', promptTokens: 7, completionTokens: 2, prefillMs: 0 },
      { kind: 'finish', reason: 'stop' },
    ]);
  });

  it('carries a token of a megabyte on one line', async () => {
    const token = 'ä🙂'.repeat(200_000);
    const { pieces } = await ask({ tokens: [token] });
    expect(textOf(pieces)).toEqual([token]);
  });

  it('says why the model stopped', async () => {
    const { pieces } = await ask({ finish: 'length' });
    expect(pieces.at(-1)).toEqual({ kind: 'finish', reason: 'length' });
  });

  it('logs segments and chunks after a stream, and whether the prefix was cached', async () => {
    const apart = [said('a'), said('b'), said('c'), done].flatMap((line) => [`${line}\n`, 20]);
    await ask({ wire: apart.slice(0, -1) });
    await ask({ tokens: 30 });
    await ask({ tokens: 2, ending: 'end' });
    expect(log.lines).toEqual([
      { level: 'info', message: '[OLLAMA-TCP] tcp_segs=4 ndjson_chunks=4 prefill=0(cached)' },
      { level: 'info', message: '[OLLAMA-TCP] tcp_segs=1 ndjson_chunks=31 prefill=343ms' },
      { level: 'info', message: '[OLLAMA-TCP] tcp_segs=1 ndjson_chunks=2' },
    ]);
  });

  it.each<[string, Reply, string]>([
    ['an error on a line', { tokens: 2, ending: 'fail' }, 'ollama reported an error'],
    ['a body that ends without done', { tokens: 2, ending: 'end' }, 'ollama ended its answer early'],
    ['a torn connection', { tokens: 2, ending: 'cut' }, 'ollama broke off'],
    ['what is not JSON', { wire: [`${said('a')}\n${said('b')}\nSECRET {\n`] }, 'ollama sent what is not JSON'],
    ['a cut line at the end', { wire: [`${said('a')}\n${said('b')}\n{"done":tr`] }, 'ollama sent what is not JSON'],
    ['another shape', { wire: [`${said('a')}\n${said('b')}\n{"message":"SECRET"}\n`] }, 'ollama sent an unknown chunk'],
  ])('fails on %s, with the tokens that came before', async (_, reply, message) => {
    const { pieces, error } = await ask(reply);
    expect(textOf(pieces)).toHaveLength(2);
    expect(error).toBeInstanceOf(TurnlogError);
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', message, details: { provider: 'ollama' } });
  });

  it.each([
    [404, false],
    [429, true],
    [500, true],
  ])('keeps the body of a %i for the log', async (status, retryable) => {
    const { error } = await ask({ status, body: '{"error":"SECRET"}' });
    expect(error).toMatchObject({
      message: `ollama answered with status ${status}`,
      retryable,
      details: { provider: 'ollama', status },
      cause: { message: '{"error":"SECRET"}' },
    });
  });
});
