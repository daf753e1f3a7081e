import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText, type Timeouts } from '../../../server/providers/http-stream.ts';
import { createOllama } from '../../../server/providers/ollama.ts';
import type { FakeModelServer, Reply } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { asking, gather, recordingLog, textOf } from '../../support/generation.ts';
import { listen } from '../../support/listen.ts';

const never = new AbortController().signal;
const patient: Timeouts = { firstByteMs: 10_000, idleMs: 10_000 };

describe('a stream over HTTP', () => {
  let fake: FakeModelServer;
  beforeEach(async () => {
    fake = await startFakeOllama();
  });
  afterEach(() => fake.close());

  const ask = (reply: Reply, timeouts: Timeouts, signal = never) => {
    fake.reply(reply);
    return createOllama({ url: fake.url, log: recordingLog(), timeouts }).generate(asking('fake', 'hello'), signal);
  };

  it.each<[string, Reply]>([
    ['nothing comes', { wire: [60_000] }],
    ['only the headers come', { wire: [], ending: 'stall' }],
  ])('gives up when %s before the first byte is due', async (_, reply) => {
    const started = performance.now();
    const { error } = await gather(ask(reply, { firstByteMs: 60, idleMs: 10_000 }));
    expect(error).toMatchObject({
      code: 'PROVIDER_FAILED',
      retryable: true,
      message: 'ollama said nothing for 0.06 s',
    });
    expect((await (await fake.exchange()).closed) - started).toBeLessThan(1_000);
  });

  it('gives up when a stream falls silent, and tells what came before', async () => {
    const { pieces, error } = await gather(ask({ tokens: 3, ending: 'stall' }, { firstByteMs: 10_000, idleMs: 60 }));
    expect(textOf(pieces)).toHaveLength(3);
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', message: 'ollama said nothing for 0.06 s' });
    await (await fake.exchange()).closed;
  });

  it('waits longer for the first byte than for the next', async () => {
    const { error } = await gather(ask({ wire: [150, '{"done":true}\n'] }, { firstByteMs: 10_000, idleMs: 50 }));
    expect(error).toBeUndefined();
  });

  it('counts the silence from the last read, not from the start', async () => {
    const { pieces, error } = await gather(ask({ tokens: 12, delayMs: 30 }, { firstByteMs: 10_000, idleMs: 200 }));
    expect(error).toBeUndefined();
    expect(textOf(pieces)).toHaveLength(12);
  });

  it('does not take a slow consumer for a silent provider', async () => {
    let tokens = 0;
    for await (const { kind } of ask({ tokens: 3, delayMs: 1 }, { firstByteMs: 50, idleMs: 50 })) {
      if (kind === 'text') tokens += 1;
      if (tokens === 2) await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(tokens).toBe(3);
  });

  it('does not read ahead of a consumer that stopped, and gives it everything later', async () => {
    const token = 'x'.repeat(100_000);
    const pieces = ask({ tokens: Array(400).fill(token), delayMs: 1 }, patient)[Symbol.asyncIterator]();
    await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { sent } = await fake.exchange();
    expect(sent.length).toBeLessThan(200);
    let rest = 0;
    for (let next = await pieces.next(); !next.done; next = await pieces.next())
      rest += next.value.kind === 'text' ? 1 : 0;
    expect(rest).toBe(399);
  });

  it.each<[string, Reply]>([
    ['before the headers', { wire: [60_000] }],
    ['before the first byte', { wire: [], ending: 'stall' }],
    ['while an error is read', { status: 500, body: '{', ending: 'stall' }],
    ['amid the stream', { tokens: 10_000, delayMs: 1 }],
  ])('closes the socket within 100 ms of an abort %s', async (_, reply) => {
    const stop = new AbortController();
    const reason = new Error('stop');
    const gathered = gather(ask(reply, patient, stop.signal));
    const { closed } = await fake.exchange();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const abortedAt = performance.now();
    stop.abort(reason);
    expect((await gathered).error).toBe(reason);
    expect((await closed) - abortedAt).toBeLessThan(100);
  });

  it('rejects with the reason even where the abort comes between two reads', async () => {
    const stop = new AbortController();
    const pieces = ask({ tokens: 100, delayMs: 2 }, patient, stop.signal)[Symbol.asyncIterator]();
    await pieces.next();
    stop.abort('a reason that is no error');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(pieces.next()).rejects.toBe('a reason that is no error');
  });

  it('keeps at most 64 Ki characters of an error', async () => {
    const { error } = await gather(ask({ status: 500, body: 'x'.repeat(300_000), ending: 'stall' }, patient));
    if (!(error instanceof Error && error.cause instanceof Error)) throw error;
    expect(error.cause.message).toHaveLength(64 * 1024);
    await (await fake.exchange()).closed;
  });

  it('says that nobody is there, or that it was sent elsewhere', async () => {
    const url = fake.url;
    await fake.close();
    const call = { provider: 'ollama', method: 'GET', url: new URL(url) } as const;
    await expect(readText(call, patient, never).next()).rejects.toMatchObject({
      message: 'ollama could not be reached',
      retryable: true,
      cause: { code: 'ECONNREFUSED' },
    });
    const elsewhere = await listen((_, response) => void response.writeHead(302, { location: url }).end());
    await expect(readText({ ...call, url: new URL(elsewhere.url) }, patient, never).next()).rejects.toMatchObject({
      message: 'ollama answered with status 302',
      retryable: false,
    });
    await elsewhere.close();
    fake = await startFakeOllama();
  });

  it('stops at a line that does not end', async () => {
    const filler = 'x'.repeat(1024 * 1024);
    const { error } = await gather(ask({ wire: Array(12).fill(filler) }, patient));
    expect(error).toMatchObject({ message: 'ollama sent a line that does not end' });
    await (await fake.exchange()).closed;
  });
});
