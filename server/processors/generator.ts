import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { derivedId } from '../generation/derived-id.ts';
import { type RunDeps, runTurn } from '../generation/run-turn.ts';
import { type TurnCommand, turnDecider } from '../turn/decider.ts';
import type { Queue } from './queue.ts';

const RETRY_MS = 1_000;

type GeneratorDeps = RunDeps & { queue: Queue; signal: AbortSignal };

/** Ends a turn that no process runs any more; its partial text stays in the log. */
export const interruptTurn = async (store: EventStore, turnId: string): Promise<void> => {
  const command: TurnCommand = {
    type: 'FailTurn',
    data: { reason: 'interrupted', usage: null, model: null, durations: {} },
  };
  const ids = (n: number) => derivedId(turnId, `interrupted-${n}`);
  try {
    await handleCommand(store, turnStream(turnId), command, { decider: turnDecider, decode: decodeTurnEvent, ids });
  } catch (error) {
    if (!(error instanceof TurnlogError) || error.code !== 'REJECTED') throw error; // it has ended already
  }
};

/** The process manager that runs turns: as many at once as the lanes allow, each to its terminal event. */
export const startGenerator = ({ queue, signal, ...deps }: GeneratorDeps) => {
  const running = new Map<string, Promise<void>>();

  const run = async (turnId: string, lane: string): Promise<void> => {
    try {
      await runTurn(deps, turnId, lane, signal);
    } catch (error) {
      // The end itself could not be appended: no turn stays without one while this process lives.
      deps.log.error({ err: error, turnId }, 'a turn lost its end');
      while (!signal.aborted) {
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
        if (
          await interruptTurn(deps.store, turnId).then(
            () => true,
            () => false,
          )
        )
          return;
      }
    }
  };

  const claiming = (async () => {
    for await (const { turnId, lane } of queue.claims(signal)) {
      running.set(
        turnId,
        run(turnId, lane).finally(() => running.delete(turnId)),
      );
    }
  })();

  return {
    running: () => running.size,
    /** After the signal: resolves when every running turn has its terminal event. */
    async stopped() {
      await claiming;
      await Promise.all(running.values());
    },
  };
};
