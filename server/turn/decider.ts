import type { EventData, TurnEvent } from '../../schema/events/index.ts';
import { isTerminal } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';

/** What the generator records while a turn runs: everything between its start and its end. */
export type Progress = Extract<
  TurnEvent,
  {
    type:
      | 'TurnRouted'
      | 'ContextAssembled'
      | 'ToolCallRequested'
      | 'TurnSuspended'
      | 'ToolStarted'
      | 'ToolReturned'
      | 'ToolFailed'
      | 'ToolSkippedOffline'
      | 'BlockEmitted'
      | 'SourcesCited'
      | 'ReasoningGenerated'
      | 'TokenGenerated';
  }
>;

export type TurnCommand =
  /** The story of a turn that was told elsewhere, from its request to its end. */
  | { type: 'ImportTurn'; events: readonly TurnEvent[] }
  | { type: 'RequestTurn'; request: EventData<'TurnRequested'>; lane: string; place: number }
  | { type: 'StartTurn'; lane: string; worker: string }
  | {
      type: 'ResumeTurn';
      worker: string;
      mode: EventData<'TurnResumed'>['mode'];
      fromRevision: number;
      pausedAt: string;
    }
  | { type: 'RecordProgress'; events: readonly Progress[] }
  /** What was decided about a call that waits; the turn comes into the line again. */
  | {
      type: 'ResolveToolCall';
      userId: string;
      callId: string;
      decision: EventData<'ToolCallResolved'>['decision'];
      by: string;
    }
  | { type: 'CancelTurn'; userId: string; by: string; why: string }
  | { type: 'CompleteTurn'; data: EventData<'TurnCompleted'> }
  | { type: 'FailTurn'; data: EventData<'TurnFailed'> }
  /** The running turn's own worker, once it has stopped because of a request to cancel. */
  | { type: 'ConfirmCancel'; data: Omit<EventData<'TurnCancelled'>, 'by' | 'why'> };

/** Of one turn, the first start included. */
export const MAX_ATTEMPTS = 3;

export type TurnState = {
  readonly status: 'none' | 'waiting' | 'running' | 'suspended' | 'ended';
  readonly userId: string | null;
  readonly lane: string;
  /** Who runs it, or ran it last. */
  readonly worker: string | null;
  readonly attempts: number;
  readonly cancel: EventData<'TurnCancelRequested'> | null;
  /** The call that was asked about last, and until when it may be decided; `isOpen` while it is not. */
  readonly asked: {
    readonly callId: string;
    readonly tool: string;
    readonly until: string;
    readonly isOpen: boolean;
  } | null;
};

const initial: TurnState = {
  status: 'none',
  userId: null,
  lane: '',
  worker: null,
  attempts: 0,
  cancel: null,
  asked: null,
};

const evolve = (state: TurnState, event: TurnEvent): TurnState => {
  if (state.status === 'ended') return state;
  if (isTerminal(event)) return { ...state, status: 'ended' };
  switch (event.type) {
    case 'TurnRequested':
      return { ...state, status: 'waiting', userId: event.data.userId };
    case 'TurnQueued':
      return { ...state, lane: event.data.lane, status: state.status === 'suspended' ? 'waiting' : state.status };
    case 'ToolCallRequested': {
      const { callId, tool } = event.data;
      return { ...state, asked: { callId, tool, until: '', isOpen: true } };
    }
    case 'TurnSuspended':
      return { ...state, status: 'suspended', asked: state.asked && { ...state.asked, until: event.data.until } };
    case 'ToolCallResolved':
      return { ...state, asked: state.asked && { ...state.asked, isOpen: false } };
    case 'TurnStarted':
    case 'TurnResumed':
      return { ...state, status: 'running', worker: event.data.worker, attempts: event.data.attempt };
    case 'TurnCancelRequested':
      return { ...state, cancel: event.data };
    default:
      return state;
  }
};

const rejected = (why: string) => new TurnlogError('REJECTED', why);

const cancel = (command: Extract<TurnCommand, { type: 'CancelTurn' }>, state: TurnState): TurnEvent[] => {
  if (state.status === 'none' || state.userId !== command.userId) throw new TurnlogError('NOT_FOUND', 'not found');
  const { by, why } = command;
  if (state.status === 'waiting' || state.status === 'suspended') {
    return [{ type: 'TurnCancelled', data: { by, why, usage: null, model: null, durations: {} } }];
  }
  return state.status === 'running' && !state.cancel ? [{ type: 'TurnCancelRequested', data: { by, why } }] : [];
};

const resolve = (
  { userId, callId, decision, by }: Extract<TurnCommand, { type: 'ResolveToolCall' }>,
  { userId: owner, asked, status, lane }: TurnState,
): TurnEvent[] => {
  if (owner !== userId || asked?.callId !== callId) throw new TurnlogError('NOT_FOUND', 'not found');
  if (status !== 'suspended' || !asked.isOpen) throw rejected('the call was decided already');
  return [
    { type: 'ToolCallResolved', data: { callId, tool: asked.tool, decision, by } },
    { type: 'TurnQueued', data: { lane, place: 1 } },
  ];
};

/** After a terminal event it refuses everything, but for a cancel, which then has nothing to do. */
const decide = (command: TurnCommand, state: TurnState): readonly TurnEvent[] => {
  if (command.type === 'CancelTurn') return cancel(command, state);
  if (command.type === 'ResolveToolCall') return resolve(command, state);
  if (command.type === 'ImportTurn') return state.status === 'none' ? command.events : [];
  if (state.status === 'ended') throw rejected('the turn has ended');
  if (command.type === 'RequestTurn') {
    if (state.status !== 'none') throw rejected('the turn was requested already');
    return [
      { type: 'TurnRequested', data: command.request },
      { type: 'TurnQueued', data: { lane: command.lane, place: command.place } },
    ];
  }
  if (command.type === 'StartTurn') {
    if (state.status !== 'waiting') throw rejected('the turn does not wait');
    const { lane, worker } = command;
    // What goes on after a person's decision is no new attempt: nothing had failed.
    return [{ type: 'TurnStarted', data: { lane, worker, attempt: Math.max(1, state.attempts) } }];
  }
  const isPaused = state.status === 'waiting' || state.status === 'suspended';
  if (command.type === 'FailTurn' && isPaused) return [{ type: 'TurnFailed', data: command.data }];
  if (state.status !== 'running') throw rejected('the turn does not run');
  switch (command.type) {
    case 'ResumeTurn': {
      if (state.attempts >= MAX_ATTEMPTS) throw rejected('the turn was attempted too often');
      const { type: _, ...data } = command;
      return [
        { type: 'TurnResumed', data: { ...data, previousWorker: state.worker ?? '', attempt: state.attempts + 1 } },
      ];
    }
    case 'RecordProgress':
      // Whoever is to be stopped waits for nobody.
      return command.events.filter(({ type }) => type !== 'TurnSuspended' || !state.cancel);
    case 'CompleteTurn':
      return [{ type: 'TurnCompleted', data: command.data }];
    case 'FailTurn':
      return [{ type: 'TurnFailed', data: command.data }];
    case 'ConfirmCancel': {
      if (!state.cancel) throw rejected('nobody asked to cancel the turn');
      return [{ type: 'TurnCancelled', data: { ...state.cancel, ...command.data } }];
    }
  }
};

export const turnDecider = { initial, evolve, decide };
