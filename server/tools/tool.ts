import { z } from 'zod';
import { blockSchema, sourceSchema } from '../../schema/blocks.ts';
import { TurnlogError } from '../errors.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { Sources } from './sources.ts';

/** One of a user's things, as their stream tells them. */
export type InventoryItem = { readonly name: string; readonly place: string | null; readonly quantity: number };
export type Inventory = {
  list(): Promise<readonly InventoryItem[]>;
  /** Sets where something is and how much of it; adds it where it isn't known. */
  put(item: InventoryItem): Promise<void>;
  remove(name: string): Promise<boolean>;
};

/** Draws a picture in its own lane; the answer is a data or http URL, or null where the server drew nothing. */
export type DrawImage = (prompt: string, signal: AbortSignal) => Promise<string | null>;

/**
 * Asks the language model for a value that the schema takes.
 * @throws TurnlogError PROVIDER_FAILED where there is none, or what it answers is no such value; a timeout's or the signal's reason
 */
export type AskModel = <S extends z.ZodType>(schema: S, question: string) => Promise<z.infer<S>>;

/** All that a tool may use of the rest of the house. */
export type ToolContext = {
  readonly userId: string;
  readonly now: Date;
  /** An IANA name. */
  readonly timeZone: string;
  /** From 0 (inclusive) to 1. */
  readonly random: () => number;
  readonly fetch: GuardedFetch;
  readonly sources: Sources;
  readonly inventory: Inventory;
  readonly drawImage: DrawImage | null;
  readonly askModel: AskModel;
  readonly signal: AbortSignal;
};

/** In bytes: it has to fit into an event of the log. A picture's own bytes are kept beside it. */
const MAX_SHOWN = 192 * 1024;
const PICTURE = /^data:image\//;
const withoutPicture = (_: string, value: unknown) => (typeof value === 'string' && PICTURE.test(value) ? '' : value);
const isShowable = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value, withoutPicture)) <= MAX_SHOWN;
const TOO_LARGE = 'larger than can be shown';

const resultSchema = z.object({
  success: z.boolean(),
  /** What the model is told. */
  data: z.json(),
  /** Safe to show. */
  error: z.string().exactOptional(),
  /** Spoken as it is: the model isn't asked. */
  directReply: z.string().max(16_000).exactOptional(),
  /** A sentence or two that say the result where no model puts it into words. */
  spoken: z.string().max(16_000).exactOptional(),
  blocks: z.array(blockSchema.refine(isShowable, TOO_LARGE)).exactOptional(),
  sources: z.array(sourceSchema).refine(isShowable, TOO_LARGE).exactOptional(),
});
export type ToolResult = z.infer<typeof resultSchema>;

/** `ask` waits for a person before it runs. */
export type ApprovalPolicy = 'automatic' | 'ask';

type Definition<S extends z.ZodObject> = {
  readonly id: string;
  readonly name: string;
  /** What is said while it runs, such as "Looking up the weather". */
  readonly progress: string;
  /** What the tool does, for the model that chooses. */
  readonly description: string;
  /** When to choose it, for the model that chooses. */
  readonly rule: string;
  /** Capability descriptions, not what people say: the router embeds them. */
  readonly examples: readonly string[];
  readonly parameters: S;
  /** True where it works without a network. */
  readonly offline: boolean;
  /** True where it may run again after a crash: it changes nothing, or repeats without harm. */
  readonly idempotent: boolean;
  readonly approval?: ApprovalPolicy;
  readonly timeoutMs?: number;
  readonly dataSources: readonly string[];
  /** Reads the arguments off the raw message, with no model; null where the message doesn't hold them. */
  readonly fromMessage?: (message: string, context: Pick<ToolContext, 'now' | 'timeZone'>) => z.infer<S> | null;
  readonly execute: (args: z.infer<S>, context: ToolContext) => Promise<ToolResult> | ToolResult;
};

/** A tool as the rest of the house sees it: arguments are checked where they come in, results where they leave. */
export type Tool = Omit<Definition<z.ZodObject>, 'fromMessage' | 'execute' | 'approval' | 'timeoutMs'> & {
  readonly approval: ApprovalPolicy;
  readonly timeoutMs: number;
  readonly passMessage: boolean;
  /** The function definition that a model is shown: name, description, JSON schema of the arguments. */
  readonly toolDefinition: {
    readonly type: 'function';
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  };
  readonly fromMessage: (message: string, context: Pick<ToolContext, 'now' | 'timeZone'>) => unknown;
  /** @throws TurnlogError VALIDATION for arguments or a result that their schema refuses; whatever the tool throws */
  readonly run: (args: unknown, context: ToolContext) => Promise<ToolResult>;
};

const DEFAULT_TIMEOUT_MS = 10_000;

const refused = (what: string, error: z.ZodError) =>
  new TurnlogError('VALIDATION', `${what}: ${z.prettifyError(error)}`, { cause: error });

/** Makes a tool of its definition. */
export const defineTool = <S extends z.ZodObject>(definition: Definition<S>): Tool => {
  const { fromMessage, execute, ...rest } = definition;
  return {
    approval: 'automatic',
    timeoutMs: DEFAULT_TIMEOUT_MS,
    ...rest,
    passMessage: fromMessage !== undefined,
    toolDefinition: {
      type: 'function',
      function: {
        name: definition.id,
        description: definition.description,
        parameters: z.toJSONSchema(definition.parameters),
      },
    },
    fromMessage(message, context) {
      // What a message holds may be longer than an argument: then it is left to a model.
      const args = definition.parameters.safeParse(fromMessage?.(message, context));
      return args.success ? args.data : null;
    },
    async run(args, context) {
      const parsed = definition.parameters.safeParse(args);
      if (!parsed.success) throw refused(`${definition.id} cannot take these arguments`, parsed.error);
      const result = resultSchema.safeParse(await execute(parsed.data, context));
      if (!result.success) throw refused(`${definition.id} returned what it must not`, result.error);
      return result.data;
    },
  };
};

/** A tool that found nothing to say, in words that are safe to show. */
export const failed = (error: string): ToolResult => ({ success: false, data: null, error });
