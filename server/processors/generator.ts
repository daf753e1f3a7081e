import { readTurn } from '../generation/read-turn.ts';
import { type RunDeps, type RunEnd, runTurn } from '../generation/run-turn.ts';
import type { Lanes } from './lanes.ts';
import type { Queue } from './queue.ts';
import type { Worker } from './worker.ts';

const RETRY_MS = 1_000;
const LOOK_MS = 1_000;
const SWEEP_MS = 30_000;

type GeneratorDeps = Omit<RunDeps, 'worker' | 'holds' | 'patienceMs'> & {
  queue: Pick<Queue, 'claims' | 'wake'>;
  lanes: Pick<Lanes, 'takeOver' | 'holds' | 'leave' | 'suspend' | 'suspended' | 'release' | 'enqueue'>;
  worker: Pick<Worker, 'id' | 'leaseMs'>;
  signal: AbortSignal;
};

/**
 * The process manager that runs turns: as many at once as the lanes allow, and those that others left. Whatever doesn't end
 * here is left, with its slot, to whoever takes it over next.
 */
export const startGenerator = ({ queue, lanes, worker, signal, ...deps }: GeneratorDeps) => {
  const { log } = deps;
  const running = new Set<Promise<void>>();
  const runDeps: RunDeps = {
    ...deps,
    worker: worker.id,
    holds: (turnId) => lanes.holds(turnId, worker.id),
    patienceMs: worker.leaseMs,
  };
  const pause = (ms: number) => deps.sleep(ms, signal);

  /**
   * A decision that was taken before the slot was given back found the turn still running in the table. The slot is another's
   * in any case.
   */
  const enqueueDecided = async (turnId: string): Promise<void> => {
    const turn = await readTurn(deps.store, turnId);
    if (turn?.state.status !== 'waiting') return;
    const { userId, conversationId } = turn.request;
    await lanes.enqueue(turn.state.lane, { turnId, userId, conversationId });
    queue.wake();
  };

  /** Past the signal the lease's end does the same. */
  const giveBack = async (turnId: string, end: RunEnd): Promise<void> => {
    for (let done = false; !done; ) {
      try {
        if (end === 'left') await lanes.leave(turnId, worker.id);
        if (end === 'over') await lanes.release(turnId);
        if (end === 'suspended') {
          await lanes.suspend(turnId, worker.id);
          queue.wake();
          await enqueueDecided(turnId);
        }
        done = true;
      } catch (error) {
        log.warn({ err: error, turnId }, 'a slot cannot be given back; trying again');
        done = signal.aborted;
        await pause(RETRY_MS);
      }
    }
  };

  const run = async (turnId: string, lane: string): Promise<void> => {
    const end = await runTurn(runDeps, turnId, lane, signal).catch((error: unknown): RunEnd => {
      log.error({ err: error, turnId }, 'a turn lost its end, and is left to whoever takes it over');
      return 'left';
    });
    await giveBack(turnId, end);
  };

  const take = ({ turnId, lane }: { turnId: string; lane: string }) => {
    const one = run(turnId, lane).finally(() => running.delete(one));
    running.add(one);
  };

  const claiming = (async () => {
    for await (const turn of queue.claims(worker.id, signal)) take(turn);
  })();

  const takingOver = (async () => {
    while (!signal.aborted) {
      try {
        for (const turn of await lanes.takeOver(worker.id)) take(turn);
      } catch (error) {
        log.warn({ err: error }, 'turns that were left cannot be looked for; trying again');
      }
      await pause(Math.min(LOOK_MS, worker.leaseMs / 4));
    }
  })();

  /** For a worker that died between giving a slot back and looking at what had been decided. */
  const sweeping = (async () => {
    for (await pause(SWEEP_MS); !signal.aborted; await pause(SWEEP_MS)) {
      try {
        for (const turnId of await lanes.suspended()) await enqueueDecided(turnId);
      } catch (error) {
        log.warn({ err: error }, 'turns that were decided about cannot be looked for; trying again');
      }
    }
  })();

  return {
    /** After the signal: resolves when every running turn has ended or is left. */
    async stopped() {
      await Promise.all([claiming, takingOver, sweeping]);
      await Promise.all(running);
    },
  };
};
