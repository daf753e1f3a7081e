import type { Instructions } from '../../projections/projects.ts';
import type { EventData } from '../../schema/events/index.ts';
import type { Usage } from '../../schema/events/turn.ts';
import type { Provider } from '../providers/provider.ts';
import { assembleContext, defaultOptions, estimateTokens, type PastMessage } from './context.ts';
import type { ReadTurn } from './read-turn.ts';
import type { Stages } from './stages.ts';
import { openStorableText } from './storable-text.ts';
import type { TurnWriter } from './turn-writer.ts';

export type AnswerDeps = {
  /** What was said along the branch that ends at this message, oldest first. */
  history: (conversationId: string, messageId: string | null) => Promise<readonly PastMessage[]>;
  titleOf: (conversationId: string) => Promise<string>;
  /** Of the project that the conversation is filed under. */
  instructionsOf: (conversationId: string) => Promise<Instructions | null>;
  usernameOf: (userId: string) => Promise<string | null>;
  resolveModel: (model: string | undefined) => Promise<{ provider: Provider; model: string }>;
  now: () => Date;
};

/** What has been generated so far; the terminal event tells it however the turn ends. */
export type Tally = {
  model: string | null;
  characters: number;
  promptCharacters: number;
  counted: Usage | null;
  finish: string;
};
export const openTally = (): Tally => ({
  model: null,
  characters: 0,
  promptCharacters: 0,
  counted: null,
  finish: 'stop',
});

/** As the provider counted; estimated where it was stopped before it said. */
export const usageOf = ({ characters, promptCharacters, counted }: Tally): Usage =>
  counted ?? {
    promptTokens: estimateTokens(promptCharacters),
    completionTokens: estimateTokens(characters),
    estimated: true,
  };

type Answering = { turn: ReadTurn; writer: TurnWriter; tally: Tally; stages: Stages; signal: AbortSignal };

const prepare = async (deps: AnswerDeps, { turn: { request }, writer, tally }: Answering) => {
  const [history, title, project, username, { provider, model }] = await Promise.all([
    deps.history(request.conversationId, request.parentMessageId),
    deps.titleOf(request.conversationId),
    deps.instructionsOf(request.conversationId),
    deps.usernameOf(request.userId),
    deps.resolveModel(request.options.model),
  ]);
  const options = defaultOptions;
  const { messages, ...assembled } = assembleContext({ request, history, project, username, now: deps.now(), options });
  tally.model = model;
  tally.promptCharacters = messages.reduce((sum, message) => sum + message.content.length, 0);
  writer.write({ type: 'ContextAssembled', data: { model, options, ...assembled } });
  return { provider, title, request: { model, messages, options } };
};

/** Asks the model and writes what it says; answers with the turn's completion. */
export const answer = async (deps: AnswerDeps, answering: Answering): Promise<EventData<'TurnCompleted'>> => {
  const { writer, tally, stages, signal } = answering;
  const { provider, title, request } = await prepare(deps, answering);
  stages.end('context');
  signal.throwIfAborted();

  const text = openStorableText();
  const reasoning = openStorableText();
  const tell = (type: 'TokenGenerated' | 'ReasoningGenerated', pieces: readonly string[]) => {
    for (const piece of pieces) {
      tally.characters += piece.length;
      writer.write({ type, data: { text: piece } });
    }
  };
  for await (const piece of provider.generate(request, signal)) {
    stages.end('firstToken');
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
          estimated: false,
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
  stages.end('generation');
  return {
    finishReason: tally.finish,
    usage: usageOf(tally),
    model: request.model,
    title,
    durations: stages.durations(),
  };
};
