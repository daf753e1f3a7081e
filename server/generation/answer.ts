import type { Instructions } from '../../projections/projects.ts';
import type { EventData } from '../../schema/events/index.ts';
import type { Usage } from '../../schema/events/turn.ts';
import type { Position } from '../../schema/order.ts';
import type { Preferences } from '../../schema/preferences.ts';
import { TurnlogError } from '../errors.ts';
import type { GenerationRequest, Piece, Provider } from '../providers/provider.ts';
import type { Time } from '../time.ts';
import type { Begun } from './begin-turn.ts';
import { assembleContext, estimateTokens, type History } from './context.ts';
import type { ReadTurn } from './read-turn.ts';
import type { Stages } from './stages.ts';
import { openStorableText } from './storable-text.ts';
import { optionsOf, styleOf } from './style.ts';
import type { ToolOutcome } from './tool-outcome.ts';
import type { ToolRequest } from './tool-step.ts';
import type { TurnWriter } from './turn-writer.ts';

/** What a turn reads of read models is as they were when it began, or later. */
type Reading = { atLeast: Position };

export type AnswerDeps = Pick<Time, 'now' | 'elapsed'> & {
  /** What was said along the branch that ends at this message, oldest first. */
  history: (conversationId: string, messageId: string | null, reading: Reading) => Promise<History>;
  /** As this process has heard it last: a conversation may be renamed while it is answered. */
  titleOf: (conversationId: string) => Promise<string>;
  /** Of the project that the conversation is filed under. */
  instructionsOf: (conversationId: string, reading: Reading) => Promise<Instructions | null>;
  preferencesOf: (userId: string, reading: Reading) => Promise<Preferences>;
  usernameOf: (userId: string) => Promise<string | null>;
  resolveModel: (model: string | undefined) => Promise<{ provider: Provider; model: string }>;
  /** Routes the message, runs the tool that it asks for, records both. */
  useTool: (running: ToolRequest) => Promise<ToolOutcome>;
};

/** What has been generated so far; the terminal event tells it however the turn ends. */
export type Tally = {
  /** Characters that earlier workers generated. */
  readonly begun: number;
  model: string | null;
  characters: number;
  promptCharacters: number;
  counted: Pick<Usage, 'promptTokens' | 'completionTokens'> | null;
  finish: string;
};
export const openTally = (begun = 0): Tally => ({
  begun,
  model: null,
  characters: begun,
  promptCharacters: 0,
  counted: null,
  finish: 'stop',
});

/** As the provider counted; estimated where it was stopped before it said, or continued what it had not counted. */
export const usageOf = ({ begun, characters, promptCharacters, counted }: Tally): Usage => ({
  promptTokens: counted?.promptTokens ?? estimateTokens(promptCharacters),
  completionTokens: counted ? counted.completionTokens + estimateTokens(begun) : estimateTokens(characters),
  estimated: counted === null || begun > 0,
});

type Answering = {
  turn: ReadTurn;
  /** Of the turn's start. */
  position: Position;
  /** What was generated before, to be continued. */
  continues: Begun | null;
  writer: TurnWriter;
  tally: Tally;
  /** Where the turn was taken over from another worker: when it paused. */
  pausedAt: Date | null;
  stages: Stages;
  signal: AbortSignal;
};

/** The model that is asked for; without one the preferred one while it is offered, else the default. */
const resolve = async ({ resolveModel }: AnswerDeps, asked: string | undefined, preferred: string | null) => {
  if (asked !== undefined || preferred === null) return resolveModel(asked);
  try {
    return await resolveModel(preferred);
  } catch (error) {
    if (error instanceof TurnlogError && error.code === 'VALIDATION') return resolveModel(undefined);
    throw error;
  }
};

const prepare = async (deps: AnswerDeps, answering: Answering) => {
  const { turn, continues, writer, tally, stages, signal } = answering;
  const { request } = turn;
  const reading = { atLeast: answering.position };
  const preferences = await deps.preferencesOf(request.userId, reading);
  const [history, project, username, { provider, model }] = await Promise.all([
    deps.history(request.conversationId, request.parentMessageId, reading),
    deps.instructionsOf(request.conversationId, reading),
    deps.usernameOf(request.userId),
    resolve(deps, continues?.model ?? request.options.model, preferences.model),
  ]);
  tally.model = model;
  const takenOver = answering.pausedAt !== null;
  const { prompt: tool, ...outcome } = await deps.useTool({
    request,
    takenOver,
    history: history.said,
    writer,
    stages,
    signal,
  });
  stages.enter('context');
  const preferred = optionsOf(preferences);
  const options = continues
    ? { ...preferred, maxTokens: Math.max(1, preferred.maxTokens - continues.pieces) }
    : preferred;
  const style = styleOf(preferences);
  const begun = continues?.text ?? '';
  const sources = { request, history, project, username, style, begun, tool, now: deps.now(), options };
  const { messages, ...assembled } = assembleContext(sources);
  tally.promptCharacters = messages.reduce((sum, message) => sum + message.content.length, 0);
  writer.write({ type: 'ContextAssembled', data: { model, options, ...assembled } });
  const asked: GenerationRequest = { model, messages, options, ...(continues && { continues: true }) };
  return { provider, outcome, request: asked };
};

/** A finished sentence, as a model would say it. */
async function* recite(reply: string): AsyncGenerator<Piece> {
  if (reply !== '') yield { kind: 'text', text: reply };
  yield { kind: 'finish', reason: 'stop' };
}

/** Asks the model and writes what it says; answers with the turn's completion. */
export const answer = async (deps: AnswerDeps, answering: Answering): Promise<EventData<'TurnCompleted'>> => {
  const { writer, tally, stages, signal } = answering;
  const { provider, outcome, request } = await prepare(deps, answering);
  stages.enter('firstToken');
  signal.throwIfAborted();

  const text = openStorableText();
  const reasoning = openStorableText();
  const tell = (type: 'TokenGenerated' | 'ReasoningGenerated', pieces: readonly string[]) => {
    for (const piece of pieces) {
      tally.characters += piece.length;
      writer.write({ type, data: { text: piece } });
    }
  };
  const reply = outcome.directReply ?? (provider.speaks === false ? outcome.spoken : null);
  const begun = answering.continues?.text ?? '';
  const pieces = reply?.startsWith(begun) ? recite(reply.slice(begun.length)) : provider.generate(request, signal);
  for await (const piece of pieces) {
    stages.enter('generation');
    switch (piece.kind) {
      case 'text':
        tell('TokenGenerated', text.write(piece.text));
        break;
      case 'reasoning':
        tell('ReasoningGenerated', reasoning.write(piece.text));
        break;
      case 'usage':
        tally.counted = {
          promptTokens: piece.promptTokens,
          completionTokens: piece.completionTokens,
        };
        break;
      case 'finish':
        tally.finish = piece.reason;
    }
    const full = writer.room();
    if (full !== undefined) await full;
  }
  tell('ReasoningGenerated', reasoning.end());
  tell('TokenGenerated', text.end());
  stages.leave();
  const title = await deps.titleOf(answering.turn.request.conversationId);
  return {
    finishReason: tally.finish,
    usage: usageOf(tally),
    model: request.model,
    title,
    durations: stages.durations(),
  };
};
