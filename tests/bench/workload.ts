import type { Child } from './children.ts';
import type { Target } from './door.ts';
import type { Server } from './servers.ts';

export type Unit = 'ms' | '/s' | 'CPU s' | 'B' | 'KiB';

/** One figure. `aim` is what it should reach on Postgres: a value, or a ratio to the pass-through's. */
export type Metric = { readonly name: string; readonly unit: Unit; readonly value: number };

export type Measuring = {
  readonly server: Server;
  readonly target: Target;
  readonly clients: Child;
  /** The pass-through, which keeps nothing. */
  readonly isBaseline: boolean;
};

/** Measures a server through one door. */
export type Workload = (measuring: Measuring) => Promise<readonly Metric[]>;
