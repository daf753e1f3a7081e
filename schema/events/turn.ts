import { z } from 'zod';
import { recordedBlock, recordedSources } from '../blocks.ts';

const attachment = z.object({ filename: z.string(), text: z.string() });

/** Numbers of tokens; `estimated` where the provider counted none (4 characters a token). */
export const usage = z.object({ promptTokens: z.int(), completionTokens: z.int(), estimated: z.boolean() });
export type Usage = z.infer<typeof usage>;

/** Milliseconds by stage, each from the moment the stage before it ended. */
const durations = z.record(z.string(), z.number());

const call = z.object({ callId: z.string(), tool: z.string() });
const json = z.json();

/** Events of a `turn-<id>` stream. Source: the turn's decider; while it runs, the generator alone. */
export const turnEvents = {
  TurnRequested: z.object({
    turnId: z.uuid(),
    kind: z.enum(['message', 'regeneration', 'edit']),
    userId: z.string(),
    conversationId: z.uuid(),
    parentMessageId: z.uuid().nullable(),
    userMessageId: z.uuid(),
    text: z.string(),
    attachments: z.array(attachment),
    assistantMessageId: z.uuid(),
    options: z.object({ model: z.string().optional() }),
    /** `projectId`, `characterId`: asked for the conversation that this opens. */
    context: z.object({
      ui: z.string().optional(),
      timeZone: z.string().optional(),
      projectId: z.string().optional(),
      characterId: z.string().optional(),
    }),
    contract: z.enum(['graphql', 'chat', 'import']),
  }),
  /** It was asked and answered elsewhere, at these moments, and came by a file: nothing of it ran here. */
  TurnImported: z.object({ askedAt: z.iso.datetime(), answeredAt: z.iso.datetime() }),
  TurnQueued: z.object({ lane: z.string(), place: z.int() }),
  TurnStarted: z.object({ lane: z.string(), worker: z.string(), attempt: z.int() }),
  /**
   * Another worker goes on behind `fromRevision`, which was recorded at `pausedAt` (ISO 8601): it continues the answer's text,
   * or asks the model again where there is none.
   */
  TurnResumed: z.object({
    fromRevision: z.int(),
    pausedAt: z.iso.datetime(),
    previousWorker: z.string(),
    worker: z.string(),
    attempt: z.int(),
    mode: z.enum(['continue', 'restart']),
  }),
  /** `candidates`: the five that score highest, from 0 to 1; `milliseconds`: what routing took. */
  TurnRouted: z.object({
    tool: z.string().nullable(),
    path: z.enum([
      'greeting',
      'contextual',
      'search-intent',
      'tier1',
      'tier1-args',
      'tier2',
      'conversational',
      'degraded',
    ]),
    score: z.number().nullable(),
    candidates: z.array(z.object({ tool: z.string(), score: z.number() })),
    why: z.string(),
    thresholds: z.object({ confident: z.number(), conversational: z.number() }),
    models: z.object({ embedder: z.string(), router: z.string().nullable() }),
    milliseconds: z.number(),
  }),
  /** Sizes in characters; hashes are SHA-256 in hex. */
  ContextAssembled: z.object({
    model: z.string(),
    parts: z.array(z.object({ name: z.string(), size: z.int(), hash: z.string() })),
    messagesSent: z.int(),
    messagesLeftOut: z.int(),
    options: z.object({ temperature: z.number(), maxTokens: z.int(), contextTokens: z.int() }),
  }),
  /** A person is asked before it runs; `hash`: SHA-256 in hex of the arguments' JSON, of what exactly was decided upon. */
  ToolCallRequested: call.extend({ arguments: json, hash: z.string(), policy: z.enum(['ask']) }),
  /** `by`: who decided; `turnlog` where nobody did in time. */
  ToolCallResolved: call.extend({ decision: z.enum(['approved', 'denied', 'expired']), by: z.string() }),
  /** It waits for a person, without a slot; `until` then (ISO 8601) the call is not allowed. */
  TurnSuspended: z.object({ callId: z.string(), until: z.iso.datetime() }),
  ToolStarted: call.extend({ arguments: json }),
  /**
   * `result`: the data; null where `blob` (a SHA-256 in hex) names the blob that keeps it. `spoken` says it in a sentence.
   */
  ToolReturned: call.extend({
    result: json,
    blob: z.string().nullable(),
    spoken: z.string().nullable(),
    directReply: z.string().nullable(),
    milliseconds: z.number(),
  }),
  ToolFailed: call.extend({ error: z.string(), milliseconds: z.number() }),
  ToolSkippedOffline: call,
  BlockEmitted: z.object({ block: recordedBlock }),
  SourcesCited: z.object({ sources: recordedSources }),
  ReasoningGenerated: z.object({ text: z.string() }),
  TokenGenerated: z.object({ text: z.string() }),
  TurnCancelRequested: z.object({ by: z.string(), why: z.string() }),
  TurnCompleted: z.object({ finishReason: z.string(), usage, model: z.string(), title: z.string(), durations }),
  /** `reason` is safe to show; what the provider said stands in the log alone. */
  TurnFailed: z.object({ reason: z.string(), usage: usage.nullable(), model: z.string().nullable(), durations }),
  TurnCancelled: z.object({
    by: z.string(),
    why: z.string(),
    usage: usage.nullable(),
    model: z.string().nullable(),
    durations,
  }),
} as const;

export const terminalTypes = ['TurnCompleted', 'TurnFailed', 'TurnCancelled'] as const;
