import * as z from 'zod/mini';
import { document } from './request.ts';
import { block, source, sourceFields } from './shapes.ts';

const base = { cursor: z.string(), revision: z.number(), recordedAt: z.string() };
const event = <T extends string, S extends z.core.$ZodShape>(type: T, shape: S) =>
  z.object({ __typename: z.literal(type), ...base, ...shape });

const told = z.discriminatedUnion('__typename', [
  event('TurnRequested', {
    turnId: z.string(),
    conversationId: z.string(),
    userMessageId: z.string(),
    assistantMessageId: z.string(),
    kind: z.string(),
    parentMessageId: z.nullable(z.string()),
    text: z.string(),
    attachments: z.array(z.object({ filename: z.string(), text: z.string() })),
  }),
  event('TurnQueued', { place: z.number() }),
  event('TurnStarted', { attempt: z.number() }),
  event('TurnResumed', { mode: z.string(), attempt: z.number(), pausedAt: z.string() }),
  event('ToolCallRequested', {
    callId: z.string(),
    tool: z.string(),
    arguments: z.nullable(z.record(z.string(), z.unknown())),
  }),
  event('ToolCallResolved', {}),
  event('ToolStarted', { tool: z.string(), progress: z.nullable(z.string()) }),
  event('ToolReturned', {}),
  event('ToolFailed', { tool: z.string(), error: z.string() }),
  event('ToolSkippedOffline', { tool: z.string() }),
  event('BlockEmitted', { block }),
  event('SourcesCited', { sources: z.array(source) }),
  event('ReasoningGenerated', { text: z.string() }),
  event('TokenGenerated', { text: z.string() }),
  event('TurnCancelRequested', {}),
  event('TurnCompleted', { model: z.string(), finishReason: z.string() }),
  event('TurnFailed', { reason: z.string(), endModel: z.nullable(z.string()) }),
  event('TurnCancelled', { why: z.string(), endModel: z.nullable(z.string()) }),
]);

const known: ReadonlySet<string> = new Set(
  told.def.options.flatMap((option) => [...option.shape.__typename.def.values]),
);

/** What this client has no use for still moves the cursor on. */
const untold = z.pipe(
  z.object({ __typename: z.string().check(z.refine((type) => !known.has(type))), ...base }),
  z.transform((event) => ({ ...event, __typename: 'Other' as const })),
);

const turnEvent = z.union([told, untold]);
export type TurnEvent = z.infer<typeof turnEvent>;

export const TurnEvents = document(
  `subscription TurnEvents($turnId: ID!, $after: String) {
    turnEvents(turnId: $turnId, after: $after) {
      __typename
      cursor
      revision
      recordedAt
      ... on TurnRequested { turnId conversationId userMessageId assistantMessageId kind parentMessageId text attachments }
      ... on TurnQueued { place }
      ... on TurnStarted { attempt }
      ... on TurnResumed { mode attempt pausedAt }
      ... on ToolCallRequested { callId tool arguments }
      ... on ToolStarted { tool progress }
      ... on ToolFailed { tool error }
      ... on ToolSkippedOffline { tool }
      ... on BlockEmitted { block { json } }
      ... on SourcesCited { sources { ${sourceFields} } }
      ... on ReasoningGenerated { text }
      ... on TokenGenerated { text }
      ... on TurnCompleted { model finishReason }
      ... on TurnFailed { reason endModel: model }
      ... on TurnCancelled { why endModel: model }
    }
  }`,
  z.object({ turnEvents: turnEvent }),
);
