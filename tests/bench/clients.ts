import { z } from 'zod';
import { answerCalls } from './calls.ts';
import { microseconds, type OnToken, type Reading, targetSchema } from './door.ts';
import { doors } from './doors.ts';
import { readerCalls } from './readers.ts';
import { spreadOf } from './statistics.ts';

// All readers of a run, a process of its own.

const askSchema = z.object({ target: targetSchema, message: z.string(), turns: z.int() });
const fanOutSchema = z.object({ target: targetSchema, message: z.string(), readers: z.int() });
const replaySchema = z.object({ target: targetSchema, turnId: z.string(), from: z.int(), times: z.int() });
const idleSchema = z.object({ target: targetSchema, message: z.string(), readers: z.int() });

const nothing = () => undefined;

/** Milliseconds from the stamp that the token is. */
const ages = () => {
  const all: number[] = [];
  const onToken: OnToken = (text, at) => all.push((at - Number(text)) / 1000);
  return { all, onToken };
};

let idle: Reading[] = [];

answerCalls({
  ...readerCalls,

  /** Turns that begin together, each read by who asked. `seconds` from the first question to the last end. */
  async ask(input) {
    const { target, message, turns } = askSchema.parse(input);
    const { all, onToken } = ages();
    const began = microseconds();
    let first = Number.POSITIVE_INFINITY;
    const readings = Array.from({ length: turns }, () =>
      doors[target.door].ask(target, message, (text, at) => {
        if (at < first) first = at;
        onToken(text, at);
      }),
    );
    await Promise.all(readings.map(({ ended }) => ended));
    const end = microseconds();
    const turnId = await readings[0]?.turnId;
    return { ages: spreadOf(all), seconds: (end - began) / 1e6, flowing: (end - first) / 1e6, turnId };
  },

  /** One turn with many readers: what was said once all of them were there. */
  async fanOut(input) {
    const { target, message, readers } = fanOutSchema.parse(input);
    const door = doors[target.door];
    const all: { stamp: number; age: number }[] = [];
    const onToken: OnToken = (text, at) => all.push({ stamp: Number(text), age: (at - Number(text)) / 1000 });
    const asking = door.ask(target, message, onToken);
    const turnId = await asking.turnId;
    let arrived = 1;
    const following = Array.from({ length: readers - 1 }, () => {
      let isFirst = true;
      return door.follow(target, turnId, 0, (text, at) => {
        if (isFirst) arrived += 1;
        isFirst = false;
        if (arrived === readers) allHere ??= at;
        onToken(text, at);
      });
    });
    let allHere: number | undefined;
    await Promise.all([asking, ...following].map(({ ended }) => ended));
    if (allHere === undefined) throw new Error(`${arrived} of ${readers} readers came`);
    const since = allHere;
    return spreadOf(all.filter(({ stamp }) => stamp > since).map(({ age }) => age));
  },

  /** Milliseconds of each of some readings of a finished turn, and the tokens of one. */
  async replay(input) {
    const { target, turnId, from, times } = replaySchema.parse(input);
    const milliseconds: number[] = [];
    let tokens = 0;
    for (let n = 0; n < times; n += 1) {
      tokens = 0;
      const began = microseconds();
      await doors[target.door].follow(target, turnId, from, () => {
        tokens += 1;
      }).ended;
      milliseconds.push((microseconds() - began) / 1000);
    }
    return { milliseconds, tokens };
  },

  /** Readers of a turn that falls silent, until `leave`. */
  async idle(input) {
    const { target, message, readers } = idleSchema.parse(input);
    const door = doors[target.door];
    const asking = door.ask(target, message, nothing);
    const turnId = await asking.turnId;
    idle.push(asking);
    await asking.joined;
    for (let n = 1; n < readers; n += 1) {
      const reading = door.follow(target, turnId, 0, nothing);
      idle.push(reading);
      await reading.joined;
    }
    for (const { ended } of idle) ended.catch(nothing);
    return readers;
  },

  async leave() {
    for (const reading of idle) reading.close();
    idle = [];
  },
});
