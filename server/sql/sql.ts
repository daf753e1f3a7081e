export type Row = Record<string, unknown>;

/** Runs statements on one connection, in the order of the calls, awaited or not. `int8` comes back as bigint, `timestamptz` as Date, `jsonb` parsed. */
export interface SqlRunner {
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Several statements separated by `;`, without values. */
  script(text: string): Promise<void>;
}

/** A Postgres-speaking database: `pg` or PGlite. */
export interface Sql extends SqlRunner {
  readonly kind: 'postgres' | 'pglite';
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotice` for every NOTIFY on the channel once it has called `onConnect`: what was sent before is lost. Ends
   * when the connection is lost or refused, or at the signal.
   */
  listen(
    channel: string,
    handlers: { onNotice: (payload: string) => void; onConnect: () => void },
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}
