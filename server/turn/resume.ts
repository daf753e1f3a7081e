import type { TurnEvent } from '../../schema/events/index.ts';
import { MAX_ATTEMPTS, type TurnState } from './decider.ts';

/** What a turn has generated so far, as far as its next worker needs to know. */
export type Generated = {
  /** The answer's text. */
  readonly text: string;
  /** Pieces of text and reasoning since the model was last asked from the beginning. */
  readonly pieces: number;
  readonly last: 'nothing' | 'text' | 'other';
  readonly model: string | null;
  readonly promptCharacters: number;
  /** Tools that were started and have neither returned nor failed, by call id. */
  readonly inFlight: ReadonlyMap<string, string>;
};

export const nothingGenerated: Generated = {
  text: '',
  pieces: 0,
  last: 'nothing',
  model: null,
  promptCharacters: 0,
  inFlight: new Map(),
};

export const evolveGenerated = (state: Generated, event: TurnEvent): Generated => {
  switch (event.type) {
    case 'ContextAssembled':
      return {
        ...state,
        model: event.data.model,
        promptCharacters: event.data.parts.reduce((sum, { size }) => sum + size, 0),
      };
    case 'TurnResumed':
      return event.data.mode === 'restart' ? { ...state, pieces: 0 } : state;
    case 'TokenGenerated':
      return { ...state, text: state.text + event.data.text, pieces: state.pieces + 1, last: 'text' };
    case 'ReasoningGenerated':
      return { ...state, pieces: state.pieces + 1, last: 'other' };
    case 'ToolStarted': {
      const { callId, tool } = event.data;
      return { ...state, last: 'other', inFlight: new Map(state.inFlight).set(callId, tool) };
    }
    case 'ToolReturned':
    case 'ToolFailed': {
      const { callId } = event.data;
      return { ...state, last: 'other', inFlight: new Map([...state.inFlight].filter(([id]) => id !== callId)) };
    }
    case 'ToolSkippedOffline':
    case 'BlockEmitted':
    case 'SourcesCited':
      return { ...state, last: 'other' };
    default:
      return state;
  }
};

export const INTERRUPTED = 'interrupted';

/** How a turn that lost its worker goes on. `runAgain` are ids of tool calls that were left in flight and may be repeated. */
export type Resumption =
  | { readonly mode: 'continue'; readonly text: string; readonly pieces: number; readonly model: string }
  | { readonly mode: 'restart'; readonly runAgain: readonly string[] }
  | { readonly mode: 'fail'; readonly reason: string };

/**
 * What the log allows. To continue, the model must be able to. A tool that returned is not run again; one that was left in
 * flight only where it is declared idempotent.
 */
export const resumptionOf = (
  { attempts }: Pick<TurnState, 'attempts'>,
  { text, pieces, last, model, inFlight }: Generated,
  isIdempotent: (tool: string) => boolean,
): Resumption => {
  if (attempts >= MAX_ATTEMPTS) return { mode: 'fail', reason: INTERRUPTED };
  const unsure = [...inFlight.values()].find((tool) => !isIdempotent(tool));
  if (unsure !== undefined) return { mode: 'fail', reason: `${INTERRUPTED} while the tool ${unsure} was running` };
  if (text === '') return { mode: 'restart', runAgain: [...inFlight.keys()] };
  return last === 'text' && model !== null
    ? { mode: 'continue', text, pieces, model }
    : { mode: 'fail', reason: INTERRUPTED };
};
