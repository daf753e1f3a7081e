import fc from 'fast-check';
import type { ExpectedRevision, NewEvent } from '../../../server/eventstore/event-store.ts';

export type Expecting = 'no_stream' | 'stream_exists' | 'any' | 'head' | 'behind' | 'ahead';

/** One thing that happens while others are still under way. `store` chooses one of the instances on the database. */
export type Step =
  | { do: 'append'; store: number; stream: number; count: number; expecting: Expecting }
  /** An earlier append again, `back` appends ago; with `extra` more events only some are known. */
  | { do: 'repeat'; store: number; back: number; extra: number }
  /** Subscribes from somewhere between the beginning (0) and the present end (1). */
  | {
      do: 'follow';
      store: number;
      from: number;
      of: 'all' | 'type' | 'category' | 'user' | 'stream';
      stream: number;
      slow: boolean;
    }
  | { do: 'read'; store: number; from: number }
  | { do: 'settle' }
  | { do: 'pause'; ms: number }
  /** Another session holds the counter's lock. */
  | { do: 'hold'; ms: number }
  /** The connections that listen for notices are cut. */
  | { do: 'deafen' };

export const STREAMS = 4;

const store = fc.nat(1);
const stream = fc.nat(STREAMS - 1);
const append = fc.record<Step & { do: 'append' }>({
  do: fc.constant('append'),
  store,
  stream,
  count: fc.integer({ min: 1, max: 4 }),
  expecting: fc.constantFrom<Expecting>('no_stream', 'stream_exists', 'any', 'any', 'head', 'head', 'behind', 'ahead'),
});
const repeat = fc.record<Step & { do: 'repeat' }>({
  do: fc.constant('repeat'),
  store,
  back: fc.nat(5),
  extra: fc.constantFrom(0, 0, 0, 1),
});
const follow = fc.record<Step & { do: 'follow' }>({
  do: fc.constant('follow'),
  store,
  from: fc.constantFrom(0, 0.3, 0.7, 1),
  of: fc.constantFrom('all', 'type', 'category', 'user', 'stream'),
  stream,
  slow: fc.boolean(),
});
const read = fc.record<Step & { do: 'read' }>({ do: fc.constant('read'), store, from: fc.constantFrom(0, 0.5) });
const pause = fc.record<Step & { do: 'pause' }>({ do: fc.constant('pause'), ms: fc.nat(8) });
const settle = fc.constant<Step>({ do: 'settle' });
const hold = fc.record<Step & { do: 'hold' }>({ do: fc.constant('hold'), ms: fc.nat(60) });
const deafen = fc.constant<Step>({ do: 'deafen' });

type Weighted = { arbitrary: fc.Arbitrary<Step>; weight: number };
const common: Weighted[] = [
  { arbitrary: append, weight: 24 },
  { arbitrary: repeat, weight: 8 },
  { arbitrary: follow, weight: 4 },
  { arbitrary: read, weight: 3 },
  { arbitrary: pause, weight: 3 },
  { arbitrary: settle, weight: 2 },
];
const faults: Weighted[] = [
  { arbitrary: hold, weight: 2 },
  { arbitrary: deafen, weight: 1 },
];

export const steps = (withFaults: boolean): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof(...common, ...(withFaults ? faults : [])), { minLength: 20, maxLength: 120, size: 'max' });

export type Outcome =
  | { revision: number; position: bigint }
  | { expected: ExpectedRevision; actual: number | 'no_stream' };

/** The log as a few lines of plain code: appends take effect in the order of their calls. */
export const openModel = (base: bigint) => {
  const streams = new Map<string, { id: string; position: bigint }[]>();
  let position = base;
  return {
    head: (name: string) => (streams.get(name)?.length ?? 0) - 1,
    append(name: string, events: readonly NewEvent[], expected: ExpectedRevision): Outcome {
      const stream = streams.get(name) ?? [];
      const head = stream.length - 1;
      const wanted = expected === 'no_stream' ? -1 : typeof expected === 'number' ? expected : undefined;
      const placeOf = (id: string, index: number) =>
        wanted === undefined
          ? stream.findIndex((event) => event.id === id)
          : stream[wanted + 1 + index]?.id === id
            ? wanted + 1 + index
            : -1;
      const places = events.map(({ id }, index) => placeOf(id, index));
      const known = places.filter((place) => place >= 0);
      const last = stream[places.at(-1) ?? -1];
      if (known.length === events.length && last) return { revision: places.at(-1) ?? -1, position: last.position };
      const holds = wanted === undefined ? expected === 'any' || head >= 0 : wanted === head;
      if (known.length > 0 || !holds) return { expected, actual: head < 0 ? 'no_stream' : head };
      for (const { id } of events) {
        position += 1n;
        stream.push({ id, position });
      }
      streams.set(name, stream);
      return { revision: stream.length - 1, position };
    },
  };
};
