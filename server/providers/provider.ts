/** One message of a prompt. */
export type PromptMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** `temperature` 0..2; `maxTokens` is a ceiling on what is generated; `contextTokens` the window. */
export type GenerationOptions = {
  readonly temperature: number;
  readonly maxTokens: number;
  readonly contextTokens: number;
};

export type GenerationRequest = {
  readonly model: string;
  /** Where `continues` is set the last one is an answer that was begun: what is said goes on where it ends. */
  readonly messages: readonly PromptMessage[];
  readonly continues?: true | undefined;
  /** A JSON schema that the answer is to fit: a provider with a JSON mode is held to it. */
  readonly format?: object | undefined;
  readonly options: GenerationOptions;
};

/** How the prompt was read, where the provider tells: for how long (0: all of it was cached), or how much was cached. */
type Prefill = { readonly prefillMs?: number; readonly cachedTokens?: number };

/**
 * What a provider says, in its order. `text` and `reasoning` are the provider's own chunks as it sent them, never empty;
 * `usage`, where the provider counts, comes right before `finish`.
 */
export type Piece =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | ({ readonly kind: 'usage'; readonly promptTokens: number; readonly completionTokens: number } & Prefill)
  | { readonly kind: 'finish'; readonly reason: string };

/** A function that a model may call, as it is shown one. */
export type ToolDefinition = {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
};
export type ToolRequest = GenerationRequest & { readonly tools: readonly ToolDefinition[] };
/** `arguments` as the model gave them, unchecked. */
export type ToolChoice = { readonly name: string; readonly arguments: unknown };

export type Model = { readonly id: string; readonly provider: string };

/**
 * A source of answers. `generate` ends after `finish`; aborting the signal closes the provider's socket at once and
 * rejects with the signal's reason. Leaving the iteration early closes it too.
 * @throws TurnlogError PROVIDER_FAILED; its message is safe to show, what the provider said is in `cause` alone.
 */
export interface Provider {
  readonly id: string;
  /** False where it is no language model: a tool's own sentence answers better. */
  readonly speaks?: false;
  /** Whether it can continue an answer that was begun: with every model, with some (each is tried), or without it never. */
  readonly continues?: 'always' | 'some';
  models(signal: AbortSignal): Promise<readonly Model[]>;
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<Piece>;
  /** The one function that the model calls, null where it calls none; absent where models of it cannot. */
  chooseTool?(request: ToolRequest, signal: AbortSignal): Promise<ToolChoice | null>;
  /** Loads the model for good and has it read the messages; absent where models are always there. */
  load?(request: GenerationRequest, signal: AbortSignal): Promise<void>;
}
