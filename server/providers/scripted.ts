import { TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';
import type { GenerationRequest, Piece, Provider } from './provider.ts';

const id = 'scripted';

/** Without a delay, so many tokens come out before others have a turn. */
const tokensAtOnce = 32;

/**
 * The built-in model: the same request always gives the same answer, at `tokensPerSecond` (40). It says that no language
 * model is attached and how to attach one, in Markdown, with a word about what was asked.
 *
 * A message steers it, in any order: `/script tokens=400 delay=0 seed=3 reasoning=10 fail`
 * - `tokens=N` (20) so many tokens, of words that `seed` picks, after `reasoning=N` (0) tokens of reasoning, with
 *   `delay=MS` before each. The request's `maxTokens` stays the ceiling, and reaching it finishes with `length`.
 * - `fail` throws PROVIDER_FAILED after the last token, `stall` says nothing more until it is aborted.
 */
export function createScripted(config: Pick<Time, 'sleep'> & { tokensPerSecond?: number }): Provider {
  const { tokensPerSecond = 40, sleep } = config;
  return {
    id,
    speaks: false,
    continues: 'always',
    async models() {
      return [{ id, provider: id }];
    },
    async *generate(request, signal) {
      const { tokens, reasoning, delayMs = 1000 / tokensPerSecond, ending } = plan(request);
      const { first, cut } = begun(tokens, reasoning, request);
      const ceiling = Math.min(tokens.length, first + request.options.maxTokens);
      for (let n = first; n < ceiling; n++) {
        if (delayMs > 0 || n % tokensAtOnce === 0) await sleep(delayMs, signal);
        signal.throwIfAborted();
        const text = tokens[n]?.slice(n === first ? cut : 0) ?? '';
        yield { kind: n < reasoning ? 'reasoning' : 'text', text };
      }
      while (ending === 'stall' && !signal.aborted) await sleep(60_000, signal);
      signal.throwIfAborted();
      if (ending === 'fail') {
        throw new TurnlogError('PROVIDER_FAILED', `${id} failed as its script says`, { details: { provider: id } });
      }
      const promptTokens = request.messages.reduce((sum, { content }) => sum + split(content).length, 0);
      yield { kind: 'usage', promptTokens, completionTokens: ceiling - first } satisfies Piece;
      yield { kind: 'finish', reason: ceiling < tokens.length ? 'length' : 'stop' } satisfies Piece;
    },
  };
}

/** Which token an answer that was begun goes on with, and how much of that token it holds already. */
function begun(tokens: readonly string[], reasoning: number, { messages, continues }: GenerationRequest) {
  if (!continues) return { first: 0, cut: 0 };
  let cut = messages.at(-1)?.content.length ?? 0;
  let first = reasoning;
  for (let next = tokens[first]; next !== undefined && next.length <= cut; next = tokens[first]) {
    cut -= next.length;
    first += 1;
  }
  return { first, cut };
}

type Plan = {
  readonly tokens: readonly string[];
  readonly reasoning: number;
  readonly delayMs?: number;
  readonly ending?: 'fail' | 'stall';
};

function plan({ messages }: GenerationRequest): Plan {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (!/^\/script\b/.test(asked)) return { tokens: split(answer(asked)), reasoning: 0 };
  const number = (name: string) => {
    const value = new RegExp(`\\b${name}=(\\d{1,6})\\b`).exec(asked)?.[1];
    return value === undefined ? undefined : Number(value);
  };
  const reasoning = number('reasoning') ?? 0;
  const delayMs = number('delay');
  const ending = /\b(fail|stall)\b/.exec(asked)?.[1];
  return {
    tokens: prose(reasoning + (number('tokens') ?? 20), number('seed') ?? 0),
    reasoning,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(ending === 'fail' || ending === 'stall' ? { ending } : {}),
  };
}

/** A word with the blanks before it, as language models have it. */
function split(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

const closings = [
  'Until then you can try everything else: stop me, reload the page, open a second tab.',
  'Reload the page while I write: the answer goes on where you left it.',
  'Open this conversation in a second tab and watch both follow the same stream.',
  'Press stop whenever you like: what was written so far stays.',
];

function answer(asked: string): string {
  // Words alone, so that nothing of the message acts as Markdown.
  const words = asked.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const quoted = words
    .slice(0, 8)
    .map((word) => word.slice(0, 24))
    .join(' ');
  const echo = words.length === 0 ? 'There were no words' : `You wrote “${quoted}${words.length > 8 ? ' …' : ''}”`;
  const random = randomFrom(hash(asked));
  return `**No language model is attached to this chat.** I am Turnlog's built-in script. ${echo} (${words.length} ${
    words.length === 1 ? 'word' : 'words'
  }), and a real model would answer that. To attach one, do either of these and send your message again:

- **Ollama**: start it where \`OLLAMA_URL\` points, by default on this machine, and pull a model.
- **Any OpenAI-compatible server**: set \`OPENAI_BASE_URL\`, and \`OPENAI_API_KEY\` if it wants one, then restart Turnlog.

\`\`\`sh
ollama serve &
ollama pull llama3.2
\`\`\`

${pick(closings, random)}`;
}

const vocabulary =
  'a stream of events keeps what was said and each reader follows it from any place in order without loss or repeat'.split(
    ' ',
  );

function prose(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, n) => {
    const before = n === 0 ? '' : n % 48 === 0 ? '\n\n' : ' ';
    return `${before}${pick(vocabulary, random)}${n % 12 === 11 ? '.' : ''}`;
  });
}

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

/** Mulberry32: 0 ≤ number < 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  return value;
}
