/** For a process that lives for a test: to optimise the embedded Postgres' code costs it more than that gains. */
export const nodeFlags = ['--liftoff-only'];
