import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import type { TurnCommands } from '../commands/turns.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { readTurn } from '../generation/read-turn.ts';
import type { Time } from '../time.ts';
import { runProcessor } from './processor.ts';

const LOOK_MS = 1_000;
/** Who decides where nobody did. */
const NOBODY = 'turnlog';

type ApprovalDeps = Pick<Time, 'now' | 'sleep'> & {
  readonly store: EventStore;
  readonly after: Position;
  readonly openTurns: () => Promise<readonly { id: string }[]>;
  readonly turns: Pick<TurnCommands, 'resolveToolCall' | 'cancelTurn'>;
  readonly log: { warn(obj: object, msg: string): void };
  readonly signal: AbortSignal;
};

type Pending = { readonly userId: string; readonly callId: string; readonly until: number };

/** Somebody was quicker, or the turn has ended. */
const isSettled = (error: unknown) =>
  error instanceof TurnlogError && (error.code === 'REJECTED' || error.code === 'NOT_FOUND');

/** Decides for whoever doesn't in time, and ends what is to be stopped while it waits for a person. */
export const startApprovals = ({ store, after, openTurns, turns, now, sleep, log, signal }: ApprovalDeps) => {
  const pending = new Map<string, Pending>();

  const look = async (turnId: string): Promise<void> => {
    const turn = await readTurn(store, turnId);
    if (turn?.state.status !== 'suspended' || !turn.state.asked) return;
    const { userId } = turn.request;
    const { callId, until } = turn.state.asked;
    const { cancel } = turn.state;
    if (cancel) await turns.cancelTurn({ userId, turnId, why: cancel.why });
    else pending.set(turnId, { userId, callId, until: Date.parse(until) });
  };

  const running = runProcessor({
    store,
    name: 'approvals',
    after,
    filter: { categories: ['turn'], types: ['TurnSuspended', 'TurnCancelRequested'] },
    sleep,
    log,
    signal,
    async handle({ events }) {
      for (const { stream } of events) await look(idOf(stream.name));
    },
  });

  const expire = async (): Promise<void> => {
    for (const [turnId, { userId, callId, until }] of pending) {
      if (until > now().getTime()) continue;
      await turns
        .resolveToolCall({ userId, turnId, callId, decision: 'expired', by: NOBODY })
        .catch((error: unknown) => {
          if (!isSettled(error)) throw error;
        });
      pending.delete(turnId);
    }
  };

  const expiring = (async () => {
    let isKnown = false;
    while (!signal.aborted) {
      try {
        if (!isKnown) for (const { id } of await openTurns()) await look(id);
        isKnown = true;
        await expire();
      } catch (error) {
        log.warn({ err: error }, 'calls that wait for a person are looked at later');
      }
      await sleep(LOOK_MS, signal);
    }
  })();

  return {
    async stopped() {
      await Promise.all([running, expiring]);
    },
  };
};
