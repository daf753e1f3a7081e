import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { PromptMessage, Provider } from '../providers/provider.ts';

const TEMPERATURE = 0.1;
const CONTEXT_TOKENS = 4096;
const MAX_TOKENS = 1024;
const ATTEMPTS = 2;
/** Of an answer that could not be read, what the model is shown again, in characters. */
const MAX_SHOWN = 4_000;

type StructuredCall<S extends z.ZodType> = {
  readonly provider: Provider;
  readonly model: string;
  readonly schema: S;
  readonly messages: readonly PromptMessage[];
  readonly maxTokens?: number;
};

const instructionFor = (schema: object): string =>
  [
    'Answer in English with JSON alone: one value that fits this JSON schema.',
    'No prose before or after it, no markdown, no comments.',
    JSON.stringify(schema),
  ].join('\n');

/** The first JSON object or array in a text; what stands around it is left out. */
const jsonIn = (text: string): unknown => {
  const start = text.search(/[{[]/);
  if (start === -1) throw new Error('there is no JSON in it');
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === '{' || character === '[')) depth += 1;
    else if (!inString && (character === '}' || character === ']')) depth -= 1;
    if (depth === 0) return JSON.parse(text.slice(start, at + 1));
  }
  throw new Error('the JSON in it does not end');
};

const ask = async (call: Omit<StructuredCall<z.ZodType>, 'schema'>, format: object, signal: AbortSignal) => {
  const { provider, model, messages, maxTokens = MAX_TOKENS } = call;
  const options = { temperature: TEMPERATURE, maxTokens, contextTokens: CONTEXT_TOKENS };
  let text = '';
  for await (const piece of provider.generate({ model, messages, format, options }, signal)) {
    if (piece.kind === 'text') text += piece.text;
  }
  return text;
};

/** Why an answer is of no use, in words that tell a model what to mend. */
const faultOf = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
};

/**
 * What a model answers, as a value that the schema takes: by the provider's own JSON mode where it has one, and asked once
 * more, with what was wrong, where the answer cannot be read.
 * @throws TurnlogError PROVIDER_FAILED where the model cannot be asked or has failed twice; the signal's reason
 */
export const structuredCall = async <S extends z.ZodType>(
  { schema, messages, ...call }: StructuredCall<S>,
  signal: AbortSignal,
): Promise<z.infer<S>> => {
  if (call.provider.speaks === false) throw new TurnlogError('PROVIDER_FAILED', 'no language model is there to ask');
  const format = z.toJSONSchema(schema, { target: 'draft-7' });
  const [first, ...others] = messages;
  const system = first?.role === 'system' ? first.content : null;
  const instruction = [instructionFor(format), ...(system === null ? [] : [system])].join('\n\n');
  let asked: PromptMessage[] = [{ role: 'system', content: instruction }, ...(system === null ? messages : others)];
  let fault: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const text = await ask({ ...call, messages: asked }, format, signal);
    try {
      return schema.parse(jsonIn(text));
    } catch (error) {
      fault = error;
      const said = text.slice(0, MAX_SHOWN) || '(nothing)';
      const correction = `This could not be read: ${faultOf(error)}\nAnswer again, with the JSON alone.`;
      asked = [...asked, { role: 'assistant', content: said }, { role: 'user', content: correction }];
    }
  }
  throw new TurnlogError('PROVIDER_FAILED', `${call.model} gave no answer that can be read`, { cause: fault });
};
