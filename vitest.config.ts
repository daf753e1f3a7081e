import { defineConfig } from 'vitest/config';
import LongKindsFirst from './tests/support/sequencer.ts';

export default defineConfig({
  // Packages load GraphQL's CommonJS build; a second copy beside it would not know their schema.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tests/{unit,contract,integration,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/leaks.ts',
    reporters: ['default', './tests/support/reporter.ts'],
    // How long something may take is the bench's business: a poll waits as long as a test may.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // The files of a worker share what they import: to load the server anew for each took half of the time.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongKindsFirst },
    // One more than CI has cores: some of the files wait for a model, a browser, or a process that dies.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
