import type { Pause, Source, ToolNote } from '../graphql/shapes.ts';
import type { TurnEvent } from '../graphql/turn-events.ts';

export type TurnStatus = 'waiting' | 'running' | 'completed' | 'failed' | 'stopped';

/** A tool's call that waits for its user to decide about it. */
export type AskedCall = {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
};

/** An answer as far as it is known, folded from its turn's events. */
export type TurnState = {
  readonly turnId: string;
  /** The message that it becomes; null until its request was read. */
  readonly answerId: string | null;
  readonly status: TurnStatus;
  /** Of the last event that was folded in; -1 before the first. */
  readonly revision: number;
  readonly text: string;
  readonly reasoning: string;
  /** What tools found, as it stands in the log, and where. */
  readonly blocks: readonly unknown[];
  readonly sources: readonly Source[];
  /** What is said of the tool that runs. */
  readonly tool: string | null;
  readonly toolNotes: readonly ToolNote[];
  /** Place in the line when the turn was queued. */
  readonly place: number | null;
  readonly stopping: boolean;
  readonly asked: AskedCall | null;
  /** How often it was taken up, and the pauses until another process went on. */
  readonly attempts: number;
  readonly pauses: readonly Pause[];
  readonly model: string | null;
  /** Why it failed, in words that may be shown. */
  readonly reason: string | null;
  /** It ended because the model had said as much as it may. */
  readonly cutAtLength: boolean;
  /** When the last word of it came; ISO 8601. */
  readonly endedAt: string | null;
};

export const beginTurn = (turnId: string): TurnState => ({
  turnId,
  answerId: null,
  status: 'waiting',
  revision: -1,
  text: '',
  reasoning: '',
  blocks: [],
  sources: [],
  tool: null,
  toolNotes: [],
  place: null,
  stopping: false,
  asked: null,
  attempts: 0,
  pauses: [],
  model: null,
  reason: null,
  cutAtLength: false,
  endedAt: null,
});

export const isOver = ({ status }: Pick<TurnState, 'status'>): boolean => status !== 'waiting' && status !== 'running';

const withNote = (state: TurnState, note: ToolNote): TurnState => ({
  ...state,
  tool: null,
  toolNotes: [...state.toolNotes, note],
});

const evolve = (state: TurnState, event: TurnEvent): TurnState => {
  switch (event.__typename) {
    case 'TurnRequested':
      return { ...state, answerId: event.assistantMessageId };
    case 'TurnQueued':
      return { ...state, status: 'waiting', place: event.place };
    case 'TurnStarted':
      return { ...state, status: 'running', attempts: event.attempt };
    case 'ToolCallRequested': {
      const { callId, tool, arguments: given } = event;
      return { ...state, asked: { callId, tool, arguments: given } };
    }
    case 'ToolCallResolved':
      return { ...state, asked: null };
    case 'TurnResumed':
      return {
        ...state,
        attempts: event.attempt,
        pauses: [...state.pauses, { pausedAt: event.pausedAt, resumedAt: event.recordedAt }],
        // Asked again, the model thinks anew.
        reasoning: event.mode === 'restart' ? '' : state.reasoning,
      };
    case 'ToolStarted':
      return { ...state, tool: `${event.progress ?? `Asking ${event.tool}`}…` };
    case 'ToolReturned':
      return { ...state, tool: null };
    case 'ToolFailed':
      return withNote(state, { tool: event.tool, error: event.error });
    case 'ToolSkippedOffline':
      return withNote(state, { tool: event.tool, error: null });
    case 'BlockEmitted':
      return { ...state, blocks: [...state.blocks, event.block] };
    case 'SourcesCited':
      return { ...state, sources: [...state.sources, ...event.sources] };
    case 'ReasoningGenerated':
      return { ...state, reasoning: state.reasoning + event.text };
    case 'TokenGenerated':
      return { ...state, text: state.text + event.text };
    case 'TurnCancelRequested':
      return { ...state, stopping: true };
    case 'TurnCompleted':
      return {
        ...state,
        status: 'completed',
        model: event.model,
        cutAtLength: event.finishReason === 'length',
        endedAt: event.recordedAt,
      };
    case 'TurnFailed':
      return { ...state, status: 'failed', model: event.endModel, reason: event.reason, endedAt: event.recordedAt };
    case 'TurnCancelled':
      return { ...state, status: 'stopped', model: event.endModel, reason: event.why, endedAt: event.recordedAt };
    default:
      return state;
  }
};

/** An event that came before, by its revision, changes nothing; nor does anything behind the end. */
export const foldTurn = (state: TurnState, events: readonly TurnEvent[]): TurnState =>
  events.reduce(
    (folded, event) =>
      event.revision <= folded.revision || isOver(folded)
        ? folded
        : { ...evolve(folded, event), revision: event.revision },
    state,
  );
