import * as z from 'zod/mini';

export const conversation = z.object({
  id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  projectId: z.nullable(z.string()),
  preview: z.string(),
  updatedAt: z.string(),
});
export const conversationFields = 'id title pinned projectId preview updatedAt';

/** A block as it stands in the log. */
export const block = z.pipe(
  z.object({ json: z.unknown() }),
  z.transform(({ json }) => json),
);

/** A tool that gave an answer nothing; `error` is null where it was not asked, being offline. */
export const toolNote = z.object({ tool: z.string(), error: z.nullable(z.string()) });
export type ToolNote = z.infer<typeof toolNote>;

export const source = z.object({ title: z.string(), url: z.nullable(z.string()), snippet: z.nullable(z.string()) });
export type Source = z.infer<typeof source>;
export const sourceFields = 'title url snippet';

/** Nobody wrote on an answer, since its process had gone. */
export const pause = z.object({ pausedAt: z.string(), resumedAt: z.string() });
export type Pause = z.infer<typeof pause>;
export const pauseFields = 'pausedAt resumedAt';

/** What a turn's request is answered with. */
export const requestedTurn = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  userMessageId: z.string(),
  assistantMessageId: z.string(),
});
export type RequestedTurn = z.infer<typeof requestedTurn>;
export const requestedTurnFields = 'turnId conversationId userMessageId assistantMessageId';
