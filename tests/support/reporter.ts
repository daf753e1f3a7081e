import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one line that says how many tests there were. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      let counted = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
        counted += 1;
      }
      // A file that could not even be read has no tests, and failed.
      if (counted === 0 && module.state() === 'failed') counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.once('exit', () => process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`));
  }
}
