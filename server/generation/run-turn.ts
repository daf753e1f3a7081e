import type { Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { type TurnState, turnDecider } from '../turn/decider.ts';
import { type AnswerDeps, answer, openTally, usageOf } from './answer.ts';
import { derivedId } from './derived-id.ts';
import { type ReadTurn, readTurn } from './read-turn.ts';
import { openStages } from './stages.ts';
import { openTurnWriter, type TurnWriter } from './turn-writer.ts';

export type RunDeps = AnswerDeps & {
  store: EventStore;
  worker: string;
  log: { info(obj: object, msg: string): void; error(obj: object, msg: string): void };
};

const INTERRUPTED = 'interrupted';

const hasCode = (error: unknown, ...codes: string[]) => error instanceof TurnlogError && codes.includes(error.code);

/** Words that may be shown. What a provider said stands in the error's cause, for the log alone. */
const reasonOf = (error: unknown): string =>
  error instanceof TurnlogError && error.code !== 'UNEXPECTED' ? error.message : 'something went wrong while answering';

type Begun = { turn: ReadTurn; revision: Revision; causeId: string; state: TurnState };

/** Appends the start; null where the turn has ended while it waited, or runs elsewhere. */
const begin = async ({ store, worker }: RunDeps, turnId: string, lane: string): Promise<Begun | null> => {
  for (;;) {
    const turn = await readTurn(store, turnId);
    if (turn?.state.status !== 'waiting') return null;
    const id = derivedId(turn.lastId, 'start');
    const decided = turnDecider.decide({ type: 'StartTurn', lane, worker }, turn.state);
    const events = decided.map((event) => ({ id, ...event }));
    try {
      const { revision } = await store.append(turnStream(turnId), events, { expectedRevision: turn.revision });
      return { turn, revision, causeId: id, state: decided.reduce(turnDecider.evolve, turn.state) };
    } catch (error) {
      if (!hasCode(error, 'REVISION_CONFLICT')) throw error;
    }
  }
};

/** Notices a cancel at once, even while the provider is silent. */
const listen = async (store: EventStore, turnId: string, after: Revision, writer: TurnWriter, signal: AbortSignal) => {
  for await (const { events } of store.subscribeToStream(turnStream(turnId), { after, signal })) {
    if (events.some((event) => event.type === 'TurnCancelRequested')) await writer.catchUp();
  }
};

/**
 * Runs one turn from its start to its terminal event. `shutdown` interrupts it; what was generated stays.
 * @throws what kept the terminal event from being appended
 */
export const runTurn = async (deps: RunDeps, turnId: string, lane: string, shutdown: AbortSignal): Promise<void> => {
  const { store, log } = deps;
  const stages = openStages(deps.now);
  const begun = await begin(deps, turnId, lane);
  if (!begun) return;
  const { turn, revision } = begun;
  stages.end('queued', turn.requested.recordedAt);

  const stop = new AbortController();
  const over = new AbortController();
  const interrupt = () => stop.abort(new Error(INTERRUPTED));
  shutdown.addEventListener('abort', interrupt, { once: true });
  if (shutdown.aborted) interrupt();
  const onNews = (state: TurnState) => {
    if (state.cancel || state.status === 'ended') stop.abort(new Error('cancelled'));
  };
  const writer = openTurnWriter({ store, turnId, ...begun, onNews });
  const listening = listen(store, turnId, revision, writer, over.signal).catch(interrupt);
  const tally = openTally();
  const partial = () => ({
    usage: tally.model ? usageOf(tally) : null,
    model: tally.model,
    durations: stages.durations(),
  });
  try {
    const data = await answer(deps, { turn, writer, tally, stages, signal: stop.signal });
    await writer.end({ type: 'CompleteTurn', data });
  } catch (error) {
    if (hasCode(error, 'REJECTED')) return; // another has ended it
    stages.end('generation');
    if (writer.state().cancel) return await writer.end({ type: 'ConfirmCancel', data: partial() });
    if (!stop.signal.aborted) log.error({ err: error, turnId, model: tally.model }, 'a turn failed');
    const reason = stop.signal.aborted ? INTERRUPTED : reasonOf(error);
    await writer.end({ type: 'FailTurn', data: { reason, ...partial() } });
  } finally {
    over.abort();
    shutdown.removeEventListener('abort', interrupt);
    await listening;
    for (const [label, ms] of Object.entries(stages.durations())) {
      log.info({ turnId }, `[CHAT-TIMING] ${label} +${ms}ms`);
    }
  }
};
