import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_ANSWER, RequestError } from '../../../web/graphql/errors.ts';
import { backOff, resume } from '../../../web/graphql/resume.ts';

type Event = { cursor: string; n: number };
const log: readonly Event[] = Array.from({ length: 12 }, (_, n) => ({ cursor: `c${n}`, n }));
const lost = () => new RequestError(NO_ANSWER, 'lost', { retryable: true });

/** A server that sends what follows the cursor and breaks off after so many events, once for each number. */
const breakingAfter = (breaks: readonly number[]) => {
  const left = [...breaks];
  const asked: (string | null)[] = [];
  async function* subscribe(after: string | null): AsyncGenerator<Event> {
    asked.push(after);
    const sends = left.shift();
    const rest = log.slice(after === null ? 0 : log.findIndex(({ cursor }) => cursor === after) + 1);
    for (const [sent, event] of rest.entries()) {
      if (sent === sends) throw lost();
      yield event;
    }
    if (sends !== undefined) throw lost();
  }
  return { subscribe, asked };
};

const read = async (server: { subscribe: (after: string | null) => AsyncIterable<Event> }, waits: number[] = []) => {
  const events: number[] = [];
  const reading = resume({
    subscribe: server.subscribe,
    cursorOf: ({ cursor }) => cursor,
    wait: async (attempt) => {
      waits.push(attempt);
    },
    signal: new AbortController().signal,
  });
  for await (const { n } of reading) events.push(n);
  return events;
};

it('brings every event once and in order, wherever the connection breaks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(8), { maxLength: 8 }), async (breaks) => {
      const server = breakingAfter(breaks);
      expect(await read(server)).toEqual(log.map(({ n }) => n));
      expect(server.asked).toHaveLength(breaks.length + 1);
    }),
  );
});

it('asks again behind the last event that it saw', async () => {
  const server = breakingAfter([3, 0, 2]);
  await read(server);
  expect(server.asked).toEqual([null, 'c2', 'c2', 'c4']);
});

it('waits longer while nobody answers, and begins anew after an event', async () => {
  const waits: number[] = [];
  await read(breakingAfter([0, 0, 0, 1, 0]), waits);
  expect(waits).toEqual([0, 1, 2, 0, 1]);
});

it('gives up what no retry can help', async () => {
  const refused = new RequestError('NOT_FOUND', 'not found');
  // biome-ignore lint/correctness/useYield: it fails before its first event
  const subscribe = async function* (): AsyncGenerator<Event> {
    throw refused;
  };
  await expect(read({ subscribe })).rejects.toBe(refused);
});

it('ends when it is aborted, even while it waits', async () => {
  const stop = new AbortController();
  const events = resume({
    subscribe: breakingAfter([1, 0]).subscribe,
    cursorOf: ({ cursor }: Event) => cursor,
    wait: async () => stop.abort(),
    signal: stop.signal,
  });
  expect((await events.next()).value).toMatchObject({ n: 0 });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

it('backs off by doubling up to eight seconds, with a jitter of half', () => {
  expect([0, 1, 2, 5, 30].map((attempt) => backOff(attempt, () => 1))).toEqual([250, 500, 1_000, 8_000, 8_000]);
  expect(backOff(5, () => 0)).toBe(4_000);
});
