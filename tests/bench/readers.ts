import { z } from 'zod';
import { type DoorName, doorNames, microseconds, type Reading, targetSchema } from './door.ts';
import { doors } from './doors.ts';

// Readers of a turn whose process is killed, among the clients.

const followSchema = z.object({ targets: z.array(targetSchema), turnId: z.string() });
const askSchema = z.object({ target: targetSchema, message: z.string() });
const sinceSchema = z.object({ since: z.number() });

/** The token after a moment, in microseconds: when the model said it, when it came, and what lay between two before, on average. */
export const heardSchema = z.object({ door: z.enum(doorNames), said: z.number(), at: z.number(), gap: z.number() });

type Token = { readonly said: number; readonly at: number };
type Reader = {
  readonly door: DoorName;
  readonly reading: Reading;
  readonly tokens: Token[];
  joined: number;
  news: () => void;
};

let readers: Reader[] = [];

const heardBy = async (reader: Reader, since: number) => {
  for (;;) {
    const next = reader.tokens.find(({ said, at }) => said > since && at > since);
    if (next) {
      // What was said before it came to listen arrived at once.
      const before = reader.tokens.filter(({ said, at }) => said > reader.joined && at < since);
      const between = (before.at(-1)?.at ?? Number.NaN) - (before[0]?.at ?? Number.NaN);
      return { door: reader.door, ...next, gap: between / (before.length - 1) };
    }
    await new Promise<void>((resolve) => {
      reader.news = resolve;
    });
  }
};

export const readerCalls = {
  /** Asks and goes. The turn's id. */
  async askAndGo(input: unknown) {
    const { target, message } = askSchema.parse(input);
    const asking = doors.sse.ask(target, message, () => undefined);
    const turnId = await asking.turnId;
    asking.ended.catch(() => undefined);
    asking.close();
    return turnId;
  },

  /** Readers at the targets, until they part. */
  async follow(input: unknown) {
    const { targets, turnId } = followSchema.parse(input);
    readers = targets.map((target) => {
      const tokens: Token[] = [];
      const onToken = (text: string, at: number) => {
        tokens.push({ said: Number(text), at });
        reader.news();
      };
      const reading = doors[target.door].follow(target, turnId, 0, onToken);
      reading.ended.catch(() => undefined);
      const reader: Reader = { door: target.door, reading, tokens, joined: 0, news: () => undefined };
      return reader;
    });
    for (const reader of readers) {
      await reader.reading.joined;
      reader.joined = microseconds();
    }
  },

  /** Waits for what each of them hears after a moment. */
  async heard(input: unknown) {
    const { since } = sinceSchema.parse(input);
    return Promise.all(readers.map((reader) => heardBy(reader, since)));
  },

  async part() {
    for (const { reading } of readers) reading.close();
    readers = [];
  },
};
