import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TurnlogError } from '../../server/errors.ts';
import type { Provider } from '../../server/providers/provider.ts';
import { asking, gather, textOf } from '../support/generation.ts';

/** A provider that follows `/script tokens=N delay=MS reasoning=N fail|stall` in what the user says. */
export type ProviderUnderTest = {
  readonly provider: Provider;
  readonly model: string;
  /** When the socket of the nth stream had closed (`performance.now()`); absent where there is none. */
  readonly closedAt?: (n: number) => Promise<number>;
  readonly streams?: () => number;
  close(): Promise<void>;
};

const never = new AbortController().signal;

/** What holds for every source of answers. */
export function providerContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    let tested: ProviderUnderTest;
    beforeAll(async () => {
      tested = await open();
    });
    afterAll(() => tested.close());
    const say = (content: string, signal = never) => tested.provider.generate(asking(tested.model, content), signal);

    it('lists the model under its own name', async () => {
      expect(await tested.provider.models(never)).toContainEqual({ id: tested.model, provider: tested.provider.id });
    });

    it('tells reasoning, text, usage and finish, in this order, and ends', async () => {
      const { pieces, error } = await gather(say('/script tokens=30 reasoning=3 delay=1'));
      expect(error).toBeUndefined();
      expect(pieces.map(({ kind }) => kind)).toEqual([
        ...Array(3).fill('reasoning'),
        ...Array(30).fill('text'),
        'usage',
        'finish',
      ]);
      expect(textOf(pieces)).not.toContain('');
      expect(pieces.at(-2)).toMatchObject({ completionTokens: 33, promptTokens: expect.any(Number) });
      expect(pieces.at(-1)).toEqual({ kind: 'finish', reason: 'stop' });
    });

    it('goes on with an answer that was begun, wherever it was cut', async () => {
      const asked = asking(tested.model, '/script tokens=30 reasoning=3 delay=0');
      const whole = textOf((await gather(tested.provider.generate(asked, never))).pieces).join('');
      for (const length of [1, 7, 50, whole.length - 1]) {
        const messages = [...asked.messages, { role: 'assistant' as const, content: whole.slice(0, length) }];
        const { pieces } = await gather(tested.provider.generate({ ...asked, messages, continues: true }, never));
        expect(textOf(pieces).join('')).toBe(whole.slice(length));
        expect(textOf(pieces, 'reasoning')).toEqual([]);
      }
    });

    it('tells tokens as they come, not when all are there', async () => {
      const arrivals: number[] = [];
      for await (const { kind } of say('/script tokens=10 delay=20')) {
        if (kind === 'text') arrivals.push(performance.now());
      }
      expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(100);
    });

    it('loses nothing to a consumer that takes its time, and keeps turns apart', async () => {
      const counts = [1, 50, 700, 1500];
      const answers = await Promise.all(
        counts.map(async (count) => {
          let tokens = 0;
          for await (const { kind } of say(`/script tokens=${count} delay=0`)) {
            if (kind === 'text') tokens += 1;
            if (tokens % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
          }
          return tokens;
        }),
      );
      expect(answers).toEqual(counts);
    });

    it('does not start for a signal that is aborted already', async () => {
      const before = tested.streams?.();
      const reason = new Error('too late');
      expect(await gather(say('hello', AbortSignal.abort(reason)))).toEqual({ pieces: [], error: reason });
      expect(tested.streams?.()).toBe(before);
    });

    it.each(['/script tokens=1000 delay=5', '/script tokens=3 stall', '/script tokens=1500 delay=0'])(
      'rejects with the reason of an abort at once, and closes: %s',
      async (script) => {
        const n = tested.streams?.() ?? 0;
        const stop = new AbortController();
        const reason = new Error('enough');
        let abortedAt = 0;
        const abort = () => {
          abortedAt = performance.now();
          stop.abort(reason);
        };
        let tokens = 0;
        const caught = await (async () => {
          for await (const { kind } of say(script, stop.signal)) {
            if (kind !== 'text') continue;
            tokens += 1;
            if (tokens === 3) script.includes('stall') ? setTimeout(abort, 20) : abort();
          }
        })().catch((error: unknown) => error);
        expect(caught).toBe(reason);
        expect(performance.now() - abortedAt).toBeLessThan(100);
        expect(tokens).toBe(3);
        const closedAt = await tested.closedAt?.(n);
        if (closedAt !== undefined) expect(closedAt - abortedAt).toBeLessThan(100);
      },
    );

    it('closes when the iteration is left', async () => {
      const n = tested.streams?.() ?? 0;
      for await (const piece of say('/script tokens=1000 delay=5')) {
        expect(piece.kind).toBe('text');
        break;
      }
      const leftAt = performance.now();
      const closedAt = await tested.closedAt?.(n);
      if (closedAt !== undefined) expect(closedAt - leftAt).toBeLessThan(100);
    });

    it('fails with an error that is safe to show, after the tokens that came before it', async () => {
      const { pieces, error } = await gather(say('/script tokens=5 fail'));
      expect(textOf(pieces)).toHaveLength(5);
      expect(pieces.every(({ kind }) => kind === 'text')).toBe(true);
      if (!(error instanceof TurnlogError)) throw error;
      expect(error.code).toBe('PROVIDER_FAILED');
      expect(error.message + JSON.stringify(error.details)).not.toContain('SECRET');
    });
  });
}
