import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Closes a run with one line that says how many tests there were. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) if (state !== 'pending') counts[state] += 1;
      // A file that cannot be read, or that leaves something open, fails without a failed test.
      if (module.state() === 'failed' && !states.includes('failed')) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.once('exit', () => process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`));
  }
}
