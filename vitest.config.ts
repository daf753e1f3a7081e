import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Packages load GraphQL's CommonJS build; a second copy beside it would not know their schema.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tests/{unit,contract,integration,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    reporters: ['default', './tests/support/reporter.ts'],
    // A machine that stalls for a moment is no fault of the code; what is broken fails every time.
    retry: 2,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
