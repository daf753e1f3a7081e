import type { Child } from './children.ts';
import type { Target } from './door.ts';
import type { Server } from './servers.ts';

export type Unit = 'ms' | '/s' | 'CPU s' | 'B' | 'KiB';

/** One figure. `baseline` is what it is compared to where that isn't the pass-through's figure. */
export type Metric = {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number;
  readonly baseline?: number;
};

export type Measuring = {
  readonly server: Server;
  readonly target: Target;
  readonly clients: Child;
  /** The pass-through, which keeps nothing. */
  readonly isBaseline: boolean;
  /** Just to see that it works: its figures mean nothing. */
  readonly quick: boolean;
};

/** Measures a server through one door. */
export type Workload = (measuring: Measuring) => Promise<readonly Metric[]>;
