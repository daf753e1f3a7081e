import type { Position } from '../../schema/order.ts';
import type { Time } from '../time.ts';
import type { Lanes, OpenTurn } from './lanes.ts';

const RETRY_MS = 5_000;

type Reconciling = Pick<Time, 'sleep'> & {
  lanes: Pick<Lanes, 'reconcile'>;
  store: { head(): Promise<Position> };
  /** Resolves when the read model of turns has passed the position, however long that takes. */
  waitFor: (position: Position) => Promise<void>;
  openTurns: () => Promise<readonly OpenTurn[]>;
  /** Asks the log. */
  isOpen: (turnId: string) => Promise<boolean>;
  /** What else is to be done about turns that were left open. */
  settle: (open: readonly OpenTurn[]) => Promise<void>;
  log: { error(obj: object, msg: string): void };
  signal: AbortSignal;
};

/** Brings the lanes, once, to what the log says of the time before this process: turns that are in no line come into one. */
export const startReconciling = (reconciling: Reconciling) => {
  const { lanes, store, waitFor, openTurns, isOpen, settle, sleep, log, signal } = reconciling;
  const reconcile = async () => {
    await waitFor(await store.head());
    const open = await openTurns();
    await lanes.reconcile(open, isOpen);
    await settle(open);
  };
  const running = (async () => {
    for (let done = false; !done && !signal.aborted; ) {
      try {
        await reconcile();
        done = true;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'turns that were left open are not known; trying again');
        await sleep(RETRY_MS, signal);
      }
    }
  })();
  return { stopped: () => running };
};
