import type { Recording } from '../../support/sources/replay.ts';

/** One source: what it answers, and what a tool makes of it. */
export type SourceCase = {
  readonly source: string;
  readonly tool: string;
  readonly args: object;
  readonly found: Recording;
  /** What is asked of the source, in this order. */
  readonly asks: readonly object[];
  readonly blocks: readonly object[];
  readonly links: readonly string[];
  readonly says: string;
  readonly empty: Recording;
  readonly emptySays: string;
};
