import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';

const GRACE_MS = 3_000;

/** What keeps this process alive (servers, sockets, timers, child processes), counted by kind. */
const open = (): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

const beyond = (before: Map<string, number>): string[] =>
  [...open()].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} ${kind}`] : [];
  });

// A setup file's hooks enclose the test file's own: what that opens and closes is inside.
let before = new Map<string, number>();
beforeAll(() => {
  before = open();
});
afterAll(async () => {
  const deadline = performance.now() + GRACE_MS;
  // What was told to close is given a moment; the first look is after a turn of the loop.
  for (;;) {
    await sleep(10, undefined, { ref: false });
    const left = beyond(before);
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(`the test file leaves open: ${left.join(', ')}`);
  }
});
