import { z } from 'zod';

export const toolsSchema = z.array(
  z.object({ type: z.literal('function'), function: z.object({ name: z.string(), parameters: z.looseObject({}) }) }),
);

/** `/call <name> <arguments as JSON>` in the last message makes the fake call that function; else it calls none. */
export const calledTool = (
  messages: readonly { readonly content: string }[],
): { name: string; arguments: unknown } | null => {
  const [, name, json] = /\/call (\w+) (\{.*\})/.exec(messages.at(-1)?.content ?? '') ?? [];
  return name && json ? { name, arguments: JSON.parse(json) } : null;
};
