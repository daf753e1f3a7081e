import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Child } from './children.ts';
import type { DoorName } from './door.ts';
import type { Pair } from './pair.ts';
import { heardSchema } from './readers.ts';
import { median } from './statistics.ts';
import type { Metric } from './workload.ts';

const message = 'tokens=1000 delay=20 stamp=1';

export type Lease = { readonly leaseMs: number; readonly kills: number };

/** The lease by default, and one as short as the takeover's tests have it. */
export const leasesOf = (quick: boolean): readonly Lease[] =>
  quick
    ? [{ leaseMs: 500, kills: 1 }]
    : [
        { leaseMs: 10_000, kills: 5 },
        { leaseMs: 2_000, kills: 10 },
      ];

/** Milliseconds of one kill, for a reader at the other process: the parts add up to the pause. */
type Pause = {
  readonly door: DoorName;
  readonly gap: number;
  readonly untilLeaseEnd: number;
  readonly untilTakenOver: number;
  readonly untilSaid: number;
  readonly untilHeard: number;
};

const killOnce = async (
  pair: Pair,
  leaseMs: number,
  clients: Child,
  doors: readonly DoorName[],
): Promise<readonly Pause[]> => {
  const asked = pair.front();
  const target = { url: asked.url, cookie: asked.cookie, door: 'sse' };
  const turnId = await clients.call('askAndGo', { target, message }, z.string());
  const { runner, other } = await pair.rolesOf(turnId);
  const targets = doors.map((door) => ({ url: other.url, cookie: other.cookie, door }));
  await clients.call('follow', { targets, turnId }, z.unknown());
  // At any moment between two renewals.
  await sleep(500 + Math.random() * leaseMs * 0.3);
  const { killed, leaseEnd } = await pair.kill(runner);
  const heard = await clients.call('heard', { since: killed }, z.array(heardSchema));
  const resumed = await pair.resumed(other, turnId);
  await fetch(`${other.url}/api/chat/stream/${turnId}/cancel`, { method: 'POST', headers: { cookie: other.cookie } });
  await clients.call('part', null, z.unknown());
  return heard.map(({ door, said, at, gap }) => ({
    door,
    gap: gap / 1_000,
    untilLeaseEnd: (leaseEnd - killed) / 1_000,
    untilTakenOver: (resumed - leaseEnd) / 1_000,
    untilSaid: (said - resumed) / 1_000,
    untilHeard: (at - said) / 1_000,
  }));
};

const metricsOf = (pauses: readonly Pause[], leaseMs: number): Metric[] => {
  const lease = `lease ${leaseMs / 1_000} s`;
  const figures = (name: string, baseline: number, of: (pause: Pause) => number): Metric[] => {
    const values = pauses.map(of);
    return [
      { name: `${lease}, ${name}, median`, unit: 'ms', value: median(values), baseline },
      { name: `${lease}, ${name}, worst`, unit: 'ms', value: Math.max(...values), baseline },
    ];
  };
  const part = (name: string, of: (pause: Pause) => number): Metric => ({
    name: `${lease}, ${name}, median`,
    unit: 'ms',
    value: median(pauses.map(of)),
  });
  const gap = median(pauses.map((pause) => pause.gap));
  const beyond = ({ untilTakenOver, untilSaid, untilHeard }: Pause) => untilTakenOver + untilSaid + untilHeard;
  return [
    { name: `${lease}, undisturbed, between two tokens`, unit: 'ms', value: gap },
    ...figures('kill to next token', leaseMs, (pause) => pause.untilLeaseEnd + beyond(pause)),
    ...figures("the lease's end to next token", gap, beyond),
    part("kill to the lease's end", (pause) => pause.untilLeaseEnd),
    part("the lease's end to the takeover", (pause) => pause.untilTakenOver),
    part("the takeover to the model's next token", (pause) => pause.untilSaid),
    part('that token to the client', (pause) => pause.untilHeard),
  ];
};

/** From SIGKILL of the process that runs a turn to the next token at a client of the other one, a door each. */
export const takeover = async (pair: Pair, { leaseMs, kills }: Lease, clients: Child, doors: readonly DoorName[]) => {
  const pauses: Pause[] = [];
  for (let n = 0; n < kills; n += 1) {
    if (n > 0) await pair.start();
    pauses.push(...(await killOnce(pair, leaseMs, clients, doors)));
  }
  return doors.map((door) => {
    const ofDoor = pauses.filter((pause) => pause.door === door);
    return { door, metrics: metricsOf(ofDoor, leaseMs) };
  });
};
