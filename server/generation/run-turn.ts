import type { Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { TurnState } from '../turn/decider.ts';
import { INTERRUPTED } from '../turn/resume.ts';
import { type AnswerDeps, answer, openTally, usageOf } from './answer.ts';
import { type BeginDeps, beginTurn } from './begin-turn.ts';
import type { Patience } from './patient-append.ts';
import { openStages } from './stages.ts';
import { openTurnWriter, type TurnWriter } from './turn-writer.ts';

export type RunDeps = AnswerDeps &
  BeginDeps &
  Patience & {
    log: {
      info(obj: object, msg: string): void;
      warn(obj: object, msg: string): void;
      error(obj: object, msg: string): void;
    };
  };

const isRejected = (error: unknown) => error instanceof TurnlogError && error.code === 'REJECTED';

/** The log, or what is read from it, is away: no fault of the turn's. */
const isAway = (error: unknown) =>
  error instanceof TurnlogError &&
  error.retryable &&
  (error.code === 'STORE_UNAVAILABLE' || error.code === 'PROJECTION_BEHIND');

/** Words that may be shown. What a provider said stands in the error's cause, for the log alone. */
const reasonOf = (error: unknown): string =>
  error instanceof TurnlogError && error.code !== 'UNEXPECTED' ? error.message : 'something went wrong while answering';

/** Notices a cancel and a takeover at once, even while the provider is silent. */
const listen = async (store: EventStore, turnId: string, after: Revision, writer: TurnWriter, signal: AbortSignal) => {
  for await (const { events } of store.subscribeToStream(turnStream(turnId), { after, signal })) {
    if (events.some(({ type }) => type === 'TurnCancelRequested' || type === 'TurnResumed')) await writer.catchUp();
  }
};

/**
 * How a run ended. `left`: without an end, for whoever takes it over; `suspended`: it needs no slot until a person has
 * decided.
 */
export type RunEnd = 'over' | 'left' | 'suspended';

/**
 * Runs one turn to its terminal event: from its start, or from where another worker left it. It is left at the `shutdown`,
 * while the store is away, or since another has taken it over.
 */
export const runTurn = async (deps: RunDeps, turnId: string, lane: string, shutdown: AbortSignal): Promise<RunEnd> => {
  const { store, log } = deps;
  const stages = openStages(deps);
  const begun = await beginTurn(deps, turnId, lane);
  if (begun === 'elsewhere') return 'left';
  if (begun === 'over' || begun === 'suspended') return begun;
  const { turn, revision, pausedAt } = begun;
  if (pausedAt) log.info({ turnId, attempt: begun.state.attempts }, 'a turn goes on after a pause');
  stages.enter(pausedAt ? 'paused' : 'queued', pausedAt ?? turn.requested.recordedAt);
  stages.enter('reading');

  const stop = new AbortController();
  const over = new AbortController();
  const interrupt = (why: unknown) => stop.abort(why);
  const onShutdown = () => interrupt(new Error(INTERRUPTED));
  shutdown.addEventListener('abort', onShutdown, { once: true });
  if (shutdown.aborted) onShutdown();
  const onNews = (state: TurnState) => {
    if (state.cancel || state.status === 'ended') interrupt(new Error('cancelled'));
    if (state.worker !== deps.worker) interrupt(new TurnlogError('REJECTED', 'another worker runs the turn'));
  };
  const writer = openTurnWriter({ ...deps, turnId, ...begun, onNews, onFailure: interrupt });
  const listening = listen(store, turnId, revision, writer, over.signal).catch(interrupt);
  const tally = openTally(begun.continues?.text.length ?? 0);
  const partial = () => ({
    usage: tally.model ? usageOf(tally) : null,
    model: tally.model,
    durations: stages.durations(),
  });
  try {
    const data = await answer(deps, { ...begun, writer, tally, stages, signal: stop.signal });
    await writer.end({ type: 'CompleteTurn', data });
    return 'over';
  } catch (error) {
    stages.leave();
    const { status } = writer.state();
    if (status === 'ended') return 'over';
    if (status === 'suspended') return 'suspended';
    if (isRejected(error)) return 'left';
    if (isAway(error) || (shutdown.aborted && !writer.state().cancel)) {
      log.warn({ err: error, turnId }, 'a turn is left to whoever takes it over');
      await writer.settle();
      return 'left';
    }
    if (writer.state().cancel) await writer.end({ type: 'ConfirmCancel', data: partial() });
    else {
      log.error({ err: error, turnId, model: tally.model }, 'a turn failed');
      await writer.end({ type: 'FailTurn', data: { reason: reasonOf(error), ...partial() } });
    }
    return 'over';
  } finally {
    over.abort();
    shutdown.removeEventListener('abort', onShutdown);
    await listening;
    for (const [label, ms] of Object.entries(stages.durations())) {
      log.info({ turnId }, `[CHAT-TIMING] ${label} +${ms}ms`);
    }
  }
};
