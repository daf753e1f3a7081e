import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { asPosition, asRevision, type Position } from '../../../schema/order.ts';
import { TurnlogError } from '../../../server/errors.ts';
import type {
  EventStore,
  ExpectedRevision,
  Filter,
  NewEvent,
  RecordedEvent,
} from '../../../server/eventstore/event-store.ts';
import {
  expectHonestPositions,
  type Follower,
  follow,
  idsOf,
  newCategory,
  readOut,
} from '../../contract/event-store-support.ts';
import { type Outcome, openModel, STREAMS, type Step, steps } from './log-model.ts';

const RUNS = 40;
const BUDGET_MS = 15_000;

/** What a run can do to the database behind the stores' backs. */
export type Mischief = { hold(ms: number): Promise<void>; deafen(): Promise<void> };

type Attempt = {
  stream: string;
  events: NewEvent[];
  expectedRevision: ExpectedRevision;
  predicted: Outcome;
  outcome: Promise<Outcome>;
};
type Following = { follower: Follower; wants: (event: RecordedEvent) => boolean; scansAll: boolean };

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof TurnlogError) || error.code !== 'REVISION_CONFLICT') throw error;
  const { expected, actual } = error.details;
  return { expected, actual } as Outcome;
};

/** Plays the steps over stores that share one database, then compares what everybody saw with the log and the model. */
export const runSteps = async (steps: readonly Step[], stores: readonly EventStore[], { hold, deafen }: Mischief) => {
  const [first] = stores;
  if (!first) throw new Error('no store');
  const store = (n: number) => stores[n % stores.length] ?? first;
  const [red, blue, user] = [newCategory(), newCategory(), newCategory()];
  const names = Array.from({ length: STREAMS }, (_, n) => `${n < 2 ? red : blue}-${randomUUID()}`);
  const base = await first.head();
  const model = openModel(base);
  const attempts: Attempt[] = [];
  const followings: Promise<Following>[] = [];
  const readings: Promise<{ from: Position; events: RecordedEvent[] }>[] = [];
  const background: Promise<unknown>[] = [];
  let made = 0;

  const newEvents = (count: number): NewEvent[] =>
    Array.from({ length: count }, () => {
      made += 1;
      return { id: randomUUID(), type: made % 2 ? 'Odd' : 'Even', data: { made } };
    });

  const append = (through: EventStore, stream: string, events: NewEvent[], expectedRevision: ExpectedRevision) => {
    const predicted = model.append(stream, events, expectedRevision);
    const owner = names.indexOf(stream) % 2 ? { userId: user } : {};
    const outcome = through.append(stream, events, { expectedRevision, owner }).catch(outcomeOf);
    outcome.catch(() => undefined);
    attempts.push({ stream, events, expectedRevision, predicted, outcome });
  };

  /** A position between the run's beginning and the present end. */
  const between = async (through: EventStore, from: number): Promise<Position> =>
    asPosition(base + BigInt(Math.floor(from * Number((await through.head()) - base))));

  const startFollowing = async (step: Step & { do: 'follow' }): Promise<Following> => {
    const through = store(step.store);
    const pause = step.slow ? () => sleep(5) : undefined;
    const name = names[step.stream] ?? '';
    if (step.of === 'stream') {
      const start = Math.floor(step.from * (model.head(name) + 1));
      const after = start === 0 ? {} : { after: asRevision(start - 1) };
      return {
        follower: follow((signal) => through.subscribeToStream(name, { ...after, signal }), pause),
        wants: ({ stream, revision }) => stream.name === name && revision >= start,
        scansAll: false,
      };
    }
    const after = await between(through, step.from);
    const filters: Record<typeof step.of, [Filter, (event: RecordedEvent) => boolean]> = {
      all: [{}, () => true],
      type: [{ types: ['Odd'] }, ({ type }) => type === 'Odd'],
      category: [{ categories: [red] }, ({ stream }) => stream.category === red],
      user: [{ userId: user }, ({ stream }) => stream.userId === user],
    };
    const [filter, wants] = filters[step.of];
    return {
      follower: follow((signal) => through.subscribeToAll({ after, filter, signal }), pause),
      wants: (event) => event.position > after && wants(event),
      scansAll: true,
    };
  };

  const startReading = async ({ store: n, from: share }: Step & { do: 'read' }) => {
    const from = asPosition((await between(store(n), share)) + 1n);
    return { from, events: await readOut(store(n).readAll({ from })) };
  };

  for (const step of steps) {
    if (step.do === 'append') {
      const stream = names[step.stream] ?? '';
      const head = model.head(stream);
      const revisions = { head, behind: Math.max(0, head - 1), ahead: head + 2 };
      const expecting =
        step.expecting === 'head' || step.expecting === 'behind' || step.expecting === 'ahead'
          ? revisions[step.expecting]
          : step.expecting;
      const expected = typeof expecting === 'string' ? expecting : expecting < 0 ? 'no_stream' : asRevision(expecting);
      append(store(step.store), stream, newEvents(step.count), expected);
    } else if (step.do === 'repeat') {
      const earlier = attempts.at(-1 - step.back);
      if (!earlier) continue;
      const { stream, events, expectedRevision } = earlier;
      append(store(step.store), stream, [...events, ...newEvents(step.extra)], expectedRevision);
    } else if (step.do === 'follow') followings.push(startFollowing(step));
    else if (step.do === 'read') readings.push(startReading(step));
    else if (step.do === 'settle') await Promise.all(attempts.map(({ outcome }) => outcome));
    else if (step.do === 'pause') await sleep(step.ms);
    else background.push(step.do === 'hold' ? hold(step.ms) : deafen());
  }

  await Promise.all(background);
  const outcomes = await Promise.all(attempts.map(({ outcome }) => outcome));
  const logs = await Promise.all(stores.map((each) => readOut(each.readAll({ from: asPosition(base + 1n) }))));
  const [log = []] = logs;
  const head = log.at(-1)?.position ?? base;
  for (const other of logs) expect(other).toStrictEqual(log);
  expect(log.map(({ position }) => position)).toEqual(log.map((_, n) => base + BigInt(n) + 1n));

  for (const { from, events } of await Promise.all(readings)) {
    expect(events).toStrictEqual(log.filter(({ position }) => position >= from).slice(0, events.length));
  }
  for (const { follower, wants, scansAll } of await Promise.all(followings)) {
    const wanted = log.filter(wants);
    await follower.until(() => {
      if (scansAll) expect(follower.batches.at(-1)?.position).toBeGreaterThanOrEqual(head);
      expect(follower.events().length).toBeGreaterThanOrEqual(wanted.length);
    });
    await follower.stop();
    expect(idsOf(follower.events())).toEqual(idsOf(wanted));
    expect(follower.events()).toStrictEqual(wanted);
    expectHonestPositions(follower.batches);
  }
  return { attempts, outcomes, log };
};

/** True of any interleaving: who was told of a success finds it, once; who was told of a conflict was told the truth. */
export const expectTold = ({ attempts, outcomes, log }: Awaited<ReturnType<typeof runSteps>>) => {
  const told = new Set<string>();
  for (const [n, { stream, events, expectedRevision }] of attempts.entries()) {
    const [outcome, mine] = [outcomes[n], log.filter((event) => event.stream.name === stream)];
    if (!outcome) throw new Error('an append was not answered');
    if ('revision' in outcome) {
      const first = outcome.revision + 1 - events.length;
      expect(idsOf(mine.slice(first, outcome.revision + 1))).toEqual(idsOf(events));
      expect(mine[outcome.revision]?.position).toBe(outcome.position);
      if (typeof expectedRevision === 'number') expect(first).toBe(expectedRevision + 1);
      if (expectedRevision === 'no_stream') expect(first).toBe(0);
      if (expectedRevision === 'stream_exists') expect(first).toBeGreaterThan(0);
      for (const { id } of events) told.add(id);
    } else {
      expect(outcome.expected).toBe(expectedRevision);
      if (outcome.actual !== 'no_stream') expect(mine.length).toBeGreaterThan(outcome.actual);
    }
  }
  expect(new Set(idsOf(log)).size).toBe(log.length);
  expect(new Set(idsOf(log))).toEqual(told);
};

/** As many runs as the time allows; one that has begun is ended, so that nothing goes on behind the test. */
export const holds = (withFaults: boolean, check: (given: Step[]) => Promise<void>, budgetMs = BUDGET_MS) => {
  const deadline = performance.now() + budgetMs;
  return fc.assert(
    fc.asyncProperty(steps(withFaults), async (given) => {
      if (performance.now() < deadline) await check(given);
    }),
    { numRuns: RUNS },
  );
};
