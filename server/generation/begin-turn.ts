import type { TurnEvent } from '../../schema/events/index.ts';
import type { Position, Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { type TurnCommand, type TurnState, turnDecider } from '../turn/decider.ts';
import { evolveGenerated, type Generated, INTERRUPTED, nothingGenerated, resumptionOf } from '../turn/resume.ts';
import { estimateTokens } from './context.ts';
import { derivedId } from './derived-id.ts';
import { type ReadTurn, readTurn } from './read-turn.ts';

export type BeginDeps = {
  store: EventStore;
  worker: string;
  /** Whether the turn's slot is this worker's. */
  holds: (turnId: string) => Promise<boolean>;
  /** Whether the model goes on with an answer that was begun. */
  canContinue: (model: string) => Promise<boolean>;
  isIdempotent: (tool: string) => boolean;
};

/** Text that earlier workers wrote, and in how many pieces. */
export type Begun = { readonly text: string; readonly pieces: number; readonly model: string };

export type BegunTurn = {
  readonly turn: ReadTurn;
  /** Of TurnStarted or TurnResumed: its id, its place, the state after it. */
  readonly causeId: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly state: TurnState;
  /** What the answer goes on with; null where the model is asked from the beginning. */
  readonly continues: Begun | null;
  /** Where the turn was begun before: when its last event before that was recorded. */
  readonly pausedAt: Date | null;
};

type Step = { command: TurnCommand; continues: Begun | null };

/** What is known of a turn that nobody finished. */
const partialOf = ({ model, text, promptCharacters }: Generated) => ({
  usage:
    model !== null
      ? {
          promptTokens: estimateTokens(promptCharacters),
          completionTokens: estimateTokens(text.length),
          estimated: true,
        }
      : null,
  model,
  durations: {},
});

const resume = async (deps: BeginDeps, { state, last }: ReadTurn, generated: Generated): Promise<Step> => {
  if (state.cancel) return { command: { type: 'ConfirmCancel', data: partialOf(generated) }, continues: null };
  const how = resumptionOf(state, generated, deps.isIdempotent);
  const fail = (reason: string): Step => ({
    command: { type: 'FailTurn', data: { reason, ...partialOf(generated) } },
    continues: null,
  });
  if (how.mode === 'fail') return fail(how.reason);
  if (how.mode === 'continue' && !(await deps.canContinue(how.model))) return fail(INTERRUPTED);
  const { worker } = deps;
  const place = { fromRevision: last.revision, pausedAt: last.recordedAt.toISOString() };
  return {
    command: { type: 'ResumeTurn', worker, mode: how.mode, ...place },
    continues: how.mode === 'continue' ? how : null,
  };
};

/**
 * Appends the start of a turn that waits, and takes over one that runs and was left. `over` where it has ended, now or
 * before; `elsewhere` where another worker holds it; `suspended` while it waits for a person.
 */
export const beginTurn = async (
  deps: BeginDeps,
  turnId: string,
  lane: string,
): Promise<BegunTurn | 'over' | 'elsewhere' | 'suspended'> => {
  const { store, worker } = deps;
  for (let heard = true; ; heard = false) {
    let generated = nothingGenerated;
    const onEvent = (event: TurnEvent) => {
      generated = evolveGenerated(generated, event);
    };
    const turn = await readTurn(store, turnId, { onEvent, heard });
    if (!turn || turn.state.status === 'ended') return 'over';
    if (turn.state.status === 'suspended') {
      // A person may have decided, unheard yet.
      if (heard) continue;
      return 'suspended';
    }
    const isWaiting = turn.state.status === 'waiting';
    const { command, continues } = isWaiting
      ? { command: { type: 'StartTurn', lane, worker } as const, continues: null }
      : await resume(deps, turn, generated);
    // Asked behind the read: whoever took it from this worker since appends at the same revision, and one of the two fails.
    if (!isWaiting && !(await deps.holds(turnId))) return 'elsewhere';
    const decided = turnDecider.decide(command, turn.state);
    const state = decided.reduce(turnDecider.evolve, turn.state);
    // The worker is part of the id: what another appended in its place is no repeat.
    const causeId = derivedId(turn.last.id, `${command.type} ${worker}`);
    const events = decided.map((event) => ({ id: causeId, ...event }));
    try {
      const place = await store.append(turnStream(turnId), events, { expectedRevision: turn.last.revision });
      if (state.status === 'ended') return 'over';
      const pausedAt = turn.state.attempts === 0 ? null : turn.last.recordedAt;
      return { turn, causeId, ...place, state, continues, pausedAt };
    } catch (error) {
      if (!(error instanceof TurnlogError) || error.code !== 'REVISION_CONFLICT') throw error;
    }
  }
};
