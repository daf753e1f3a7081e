import { describe, expect, it } from 'vitest';
import { createScripted } from '../../../server/providers/scripted.ts';
import { asking, gather, textOf } from '../../support/generation.ts';

const never = new AbortController().signal;

function paced() {
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  return { slept, provider: createScripted({ sleep }) };
}

const say = (content: string) => gather(paced().provider.generate(asking('scripted', content), never));

describe('scripted', () => {
  it('says that no model is attached, how to attach one, and what it was told', async () => {
    const { pieces, error } = await say('Where is my **big** umbrella?');
    expect(error).toBeUndefined();
    const text = textOf(pieces).join('');
    expect(text).toContain('No language model is attached');
    expect(text).toContain('`OLLAMA_URL`');
    expect(text).toContain('`OPENAI_BASE_URL`');
    expect(text).toContain('“Where is my big umbrella” (5 words)');
    expect(text).toMatch(/^- /m);
    expect(text).toMatch(/^```sh$/m);
    expect(textOf(pieces).length).toBeGreaterThanOrEqual(80);
    expect(textOf(pieces).length).toBeLessThanOrEqual(150);
  });

  it.each([
    ['nothing', ''],
    ['no words', '…?!'],
    ['Markdown', '``` # <b>'],
    ['other letters', 'один два'],
    ['many words', 'word '.repeat(3_000)],
    ['a long word', 'x'.repeat(16_000)],
  ])('answers %s in bounds, with one block of code', async (_, said) => {
    const tokens = textOf((await say(said)).pieces);
    expect(tokens.length).toBeGreaterThanOrEqual(80);
    expect(tokens.length).toBeLessThanOrEqual(150);
    expect(tokens.join('').match(/```/g)).toHaveLength(2);
  });

  it('answers the same message the same way, and another one otherwise', async () => {
    expect(await say('hello')).toEqual(await say('hello'));
    expect(await say('hello')).not.toEqual(await say('good bye'));
  });

  it('sleeps before each token, 40 a second unless told otherwise', async () => {
    const { slept, provider } = paced();
    const { pieces } = await gather(provider.generate(asking('scripted', 'hello'), never));
    expect(slept).toEqual(textOf(pieces).map(() => 25));
    slept.length = 0;
    await gather(provider.generate(asking('scripted', '/script tokens=3 delay=7'), never));
    expect(slept).toEqual([7, 7, 7]);
  });

  it('lets others have a turn where there is no delay', async () => {
    const { slept, provider } = paced();
    await gather(provider.generate(asking('scripted', '/script tokens=100 delay=0'), never));
    expect(slept).toEqual([0, 0, 0, 0]);
  });

  it('says exactly so many tokens, by seed', async () => {
    const three = await say('/script tokens=400 delay=0 seed=3');
    expect(textOf(three.pieces)).toHaveLength(400);
    expect(textOf((await say('/script delay=0 seed=3 tokens=400')).pieces)).toEqual(textOf(three.pieces));
    expect(textOf((await say('/script tokens=400 delay=0 seed=4')).pieces)).not.toEqual(textOf(three.pieces));
  });

  it('counts words, and stops at the ceiling', async () => {
    const { messages, ...rest } = asking('scripted', '/script tokens=50');
    const options = { ...rest.options, maxTokens: 8 };
    const { pieces } = await gather(paced().provider.generate({ ...rest, messages, options }, never));
    expect(textOf(pieces)).toHaveLength(8);
    expect(pieces.slice(8)).toEqual([
      { kind: 'usage', promptTokens: 4, completionTokens: 8 },
      { kind: 'finish', reason: 'length' },
    ]);
  });
});
