import type { Position } from '../../schema/order.ts';
import type { Commands } from '../commands/commands.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { readTurn } from '../generation/read-turn.ts';
import { defaultOptions } from '../generation/style.ts';
import type { Tooling } from '../generation/tooling.ts';
import type { Log } from '../log.ts';
import { startApprovals } from '../processors/approvals.ts';
import { startGenerator } from '../processors/generator.ts';
import type { Lanes } from '../processors/lanes.ts';
import type { Projector } from '../processors/projector.ts';
import type { Queue } from '../processors/queue.ts';
import type { ReadModels } from '../processors/read-models.ts';
import { startReconciling } from '../processors/reconcile.ts';
import { startStragglers } from '../processors/stragglers.ts';
import type { Worker } from '../processors/worker.ts';
import type { Providers } from '../providers/index.ts';
import type { Time } from '../time.ts';

/** A read model that is built anew takes as long as it takes. */
const LONG_MS = 2 ** 31 - 1;

type Parts = Pick<Time, 'now' | 'elapsed' | 'later'> & {
  readonly processing: Pick<Time, 'sleep'> & { store: EventStore; after: Position; log: Log; signal: AbortSignal };
  readonly queue: Queue;
  readonly lanes: Lanes;
  readonly worker: Worker;
  readonly projector: Projector;
  readonly readModels: ReadModels;
  readonly commands: Commands;
  readonly providers: Providers;
  readonly tooling: Tooling;
  readonly usernameOf: (userId: string) => Promise<string | null>;
  /** Ends the running turns, before `processing.signal` ends the rest. */
  readonly stopGenerating: AbortSignal;
};

/** What a process with the role `generator` runs. */
export const startAnswering = (parts: Parts) => {
  const { processing, queue, lanes, worker, projector, readModels, commands, providers, tooling } = parts;
  const { store, log, sleep } = processing;
  const generator = startGenerator({
    store,
    queue,
    lanes,
    worker,
    log,
    sleep,
    now: parts.now,
    elapsed: parts.elapsed,
    later: parts.later,
    history: readModels.history,
    titleOf: commands.conversations.titleOf,
    instructionsOf: readModels.instructionsOf,
    preferencesOf: readModels.preferences,
    usernameOf: parts.usernameOf,
    resolveModel: providers.resolve,
    canContinue: (model) => providers.canContinue(model, defaultOptions),
    isIdempotent: tooling.isIdempotent,
    useTool: tooling.useTool,
    signal: parts.stopGenerating,
  });
  const warmUp = tooling.warmUp(providers.resolve, parts.stopGenerating);
  const stragglers = startStragglers({
    ...processing,
    openTurns: readModels.openTurns,
    ownsConversation: commands.conversations.ownsConversation,
    cancelTurn: commands.turns.cancelTurn,
  });
  const approvals = startApprovals({
    ...processing,
    openTurns: readModels.openTurns,
    turns: commands.turns,
    now: parts.now,
  });
  const reconciling = startReconciling({
    ...processing,
    lanes,
    waitFor: (position) => projector.waitFor(position, { names: ['turns'], timeoutMs: LONG_MS }),
    openTurns: async () => (await readModels.openTurns()).map(({ id, ...turn }) => ({ turnId: id, ...turn })),
    settle: stragglers.settle,
    isOpen: async (turnId) => {
      const status = (await readTurn(store, turnId))?.state.status;
      return status !== undefined && status !== 'ended';
    },
  });
  return {
    generator,
    warmUp,
    async stopped() {
      await Promise.all([stragglers.stopped(), approvals.stopped(), reconciling.stopped()]);
    },
  };
};
