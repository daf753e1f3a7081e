import type { GenerationOptions, Provider } from '../../providers/provider.ts';
import type { Tool } from '../../tools/tool.ts';
import type { PastMessage } from '../context.ts';

const TIMEOUT_MS = 10_000;
const HISTORY_LIMIT = 10;
/** A model that was loaded for another window is loaded anew. */
export const choiceOptions: GenerationOptions = { temperature: 0.1, maxTokens: 256, contextTokens: 4096 };

/** A tool with arguments that its schema takes, or why there is none. `degraded`: it could not be asked properly. */
export type Choice = { readonly model: string | null } & (
  | { readonly tool: Tool; readonly args: unknown }
  | { readonly none: string; readonly degraded: boolean }
);
export type ChooseTool = (request: {
  readonly tools: readonly Tool[];
  readonly message: string;
  readonly history: readonly PastMessage[];
  readonly signal: AbortSignal;
}) => Promise<Choice>;

const system = (tools: readonly Tool[]): string =>
  [
    'Decide whether the last message needs one of the functions. Call at most one, and only when the person asks for what it does.',
    'Take arguments from the conversation; never invent them. When none fits, answer with the word none.',
    ...tools.map(({ rule }) => `- ${rule}`),
  ].join('\n');

/** Asks the router's model, with real function definitions. Never throws but for an aborted signal. */
export const openChooseTool =
  (resolve: () => Promise<{ provider: Provider; model: string }>): ChooseTool =>
  async ({ tools, message, history, signal }) => {
    let model: string | null = null;
    const none = (why: string, degraded: boolean): Choice => ({ model, none: why, degraded });
    try {
      const { provider, model: named } = await resolve();
      model = named;
      if (!provider.chooseTool) return none(`${named} cannot call functions`, true);
      const call = await provider.chooseTool(
        {
          model: named,
          messages: [
            { role: 'system', content: system(tools) },
            ...history.slice(-HISTORY_LIMIT),
            { role: 'user', content: message },
          ],
          tools: tools.map(({ toolDefinition }) => toolDefinition),
          options: choiceOptions,
        },
        AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      );
      if (call === null) return none(`${named} chose none`, false);
      const tool = tools.find(({ id }) => id === call.name);
      if (!tool) return none(`${named} named a function that is not offered`, true);
      const args = tool.parameters.safeParse(call.arguments);
      return args.success
        ? { model, tool, args: args.data }
        : none(`${named} gave arguments that ${tool.id} does not take`, true);
    } catch (error) {
      signal.throwIfAborted();
      const slow = error instanceof Error && error.name === 'TimeoutError';
      return none(slow ? 'the model took longer than 10 s' : 'the model could not be asked', true);
    }
  };
