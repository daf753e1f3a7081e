import { createHash } from 'node:crypto';
import { type Block, blobPath } from '../../schema/blocks.ts';
import type { EventData, TurnEvent } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import type { Blobs } from './blobs.ts';
import type { PastMessage } from './context.ts';
import { derivedId } from './derived-id.ts';
import { readTurn } from './read-turn.ts';
import type { Route } from './routing/route.ts';
import type { Stages } from './stages.ts';
import { storableText } from './storable-text.ts';
import {
  evolveTool,
  failedOutcome,
  noOutcome,
  noTool,
  offlineOutcome,
  type RecordedTool,
  returnedOutcome,
  type ToolOutcome,
} from './tool-outcome.ts';
import type { TurnWriter } from './turn-writer.ts';

const MAX_ERROR = 500;

export type ToolDeps = Pick<Time, 'now' | 'elapsed'> & {
  readonly store: EventStore;
  readonly findTool: (id: string) => Tool | undefined;
  /** Never fails: at worst there is no tool. */
  readonly route: (request: {
    message: string;
    disabled: readonly string[];
    history: readonly PastMessage[];
    timeZone: string;
    signal: AbortSignal;
  }) => Promise<Route>;
  /** The tools that this user's messages must not call, and whether those that are left may use the network. */
  readonly limitsOf: (userId: string) => Promise<{ disabled: readonly string[]; offline: boolean }>;
  /** `callId` is the cause of whatever the tool appends. */
  readonly toolContext: (request: {
    userId: string;
    callId: string;
    timeZone: string;
    signal: AbortSignal;
  }) => ToolContext;
  readonly blobs: Blobs;
  /** The server's own, where a client tells none. */
  readonly timeZone: string;
  /** How long a person has to decide. */
  readonly decideWithinMs: number;
};

export type ToolRequest = {
  readonly request: EventData<'TurnRequested'>;
  /** An earlier worker may have asked a tool already. */
  readonly takenOver: boolean;
  readonly history: readonly PastMessage[];
  readonly writer: TurnWriter;
  readonly stages: Stages;
  readonly signal: AbortSignal;
};

type Call = {
  readonly callId: string;
  readonly tool: Tool;
  readonly args: unknown;
  /** What was decided about it; null where nobody was asked yet. */
  readonly decision: EventData<'ToolCallResolved'>['decision'] | null;
};

const REFUSED = { denied: 'it was not allowed', expired: 'nobody allowed it in time' } as const;

/** As it will be read back: plain JSON, every text storable. */
const toJson = (value: unknown) =>
  JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );

/** Ends with the signal or after the tool's own time, whether the tool listens or not. */
const within = async <T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  let leave = () => {};
  const ended = new Promise<never>((_, reject) => {
    leave = () => reject(limit.reason);
    limit.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work(limit), ended]);
  } finally {
    limit.removeEventListener('abort', leave);
  }
};

/** A picture too large for an event is kept beside the log, at an address of the turn's. */
const keepPicture = async (blobs: Blobs, turnId: string, block: Block): Promise<Block> => {
  if (block.type !== 'image' || !block.url.startsWith('data:')) return block;
  const hash = await blobs.keep(block.url, 'picture');
  return hash === null ? block : { ...block, url: blobPath(turnId, hash) };
};

const record = async (
  deps: ToolDeps,
  { request, writer }: ToolRequest,
  { tool, callId }: Call,
  result: ToolResult,
  milliseconds: number,
) => {
  const { sources = [], spoken = null, directReply = null } = result;
  const data = toJson(result.data);
  const json = JSON.stringify(data);
  const blob = await deps.blobs.keep(json);
  const blocks = await Promise.all(
    (result.blocks ?? []).map((block) => keepPicture(deps.blobs, request.turnId, block)),
  );
  const kept = { result: blob === null ? data : null, blob, spoken: toJson(spoken), directReply: toJson(directReply) };
  // In one append: whoever takes the turn over finds all of it, or none and asks again.
  writer.write(
    { type: 'ToolReturned', data: { callId, tool: tool.id, ...kept, milliseconds } },
    ...blocks.map((block) => ({ type: 'BlockEmitted', data: { block: toJson(block) } }) as const),
    ...(sources.length > 0 ? [{ type: 'SourcesCited', data: { sources: toJson(sources) } } as const] : []),
  );
  return returnedOutcome({ tool: tool.id, json, hasSources: sources.length > 0, spoken, directReply });
};

/** Leaves the turn to a person: it goes on, anywhere, once the call is decided. */
const suspend = async (deps: ToolDeps, call: Call, writer: TurnWriter, signal: AbortSignal): Promise<never> => {
  const { callId, tool } = call;
  const args = toJson(call.args);
  const hash = createHash('sha256').update(JSON.stringify(args)).digest('hex');
  const until = new Date(deps.now().getTime() + deps.decideWithinMs).toISOString();
  writer.write(
    { type: 'ToolCallRequested', data: { callId, tool: tool.id, arguments: args, hash, policy: 'ask' } },
    { type: 'TurnSuspended', data: { callId, until } },
  );
  await writer.settle();
  await writer.room();
  signal.throwIfAborted();
  throw new TurnlogError('REJECTED', 'the turn waits for a person');
};

const run = async (
  deps: ToolDeps,
  call: Call,
  running: ToolRequest,
  { timeZone, offline }: { timeZone: string; offline: boolean },
): Promise<ToolOutcome> => {
  const { request, writer, signal } = running;
  const { tool, callId, args, decision } = call;
  const named = { callId, tool: tool.id };
  if (!tool.offline && offline) {
    writer.write({ type: 'ToolSkippedOffline', data: named });
    return offlineOutcome(tool.id);
  }
  if (tool.approval === 'ask' && decision === null) return await suspend(deps, call, writer, signal);
  if (decision === 'denied' || decision === 'expired') {
    const error = REFUSED[decision];
    writer.write({ type: 'ToolFailed', data: { ...named, error, milliseconds: 0 } });
    return failedOutcome(tool.id, error);
  }
  writer.write({ type: 'ToolStarted', data: { ...named, arguments: toJson(args) } });
  // It runs only once its start is in the log: whoever takes the turn over must know.
  await writer.settle();
  await writer.room();
  const started = deps.elapsed();
  const milliseconds = () => Math.round(deps.elapsed() - started);
  const fail = (why: string) => {
    const error = storableText(why).slice(0, MAX_ERROR);
    writer.write({ type: 'ToolFailed', data: { ...named, error, milliseconds: milliseconds() } });
    return failedOutcome(tool.id, error);
  };
  try {
    const result = await within(tool.timeoutMs, signal, (limit) =>
      tool.run(args, deps.toolContext({ userId: request.userId, callId, timeZone, signal: limit })),
    );
    if (!result.success) return fail(result.error ?? 'it found nothing');
    return await record(deps, running, call, result, milliseconds());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'TimeoutError')
      return fail(`it took longer than ${tool.timeoutMs / 1000} s`);
    return fail(error instanceof Error ? error.message : String(error));
  }
};

/** What an earlier worker left: its outcome, or the call that it left in flight. */
const recorded = async (deps: ToolDeps, turnId: string): Promise<RecordedTool> => {
  let tool = noTool;
  const onEvent = (event: TurnEvent) => {
    tool = evolveTool(tool, event);
  };
  await readTurn(deps.store, turnId, { onEvent });
  return tool;
};

const outcomeOf = async (deps: ToolDeps, { returned, outcome, hasSources }: RecordedTool): Promise<ToolOutcome> => {
  if (!returned) return outcome;
  const json =
    returned.blob === null ? JSON.stringify(returned.result) : ((await deps.blobs.read(returned.blob)) ?? '');
  return returnedOutcome({ ...returned, json, hasSources });
};

/**
 * Routes the message and runs the tool that it asks for, recording both; what an earlier worker has recorded is not done
 * again. @throws the signal's reason when aborted; what keeps events from being appended
 */
export const useTool = async (deps: ToolDeps, running: ToolRequest): Promise<ToolOutcome> => {
  const { request, takenOver, history, writer, stages, signal } = running;
  const { turnId, userId } = request;
  const timeZone = request.context.timeZone ?? deps.timeZone;
  const before = takenOver ? await recorded(deps, turnId) : noTool;
  // What was started was allowed.
  const left = before.asked ?? (before.inFlight && { ...before.inFlight, decision: 'approved' as const });
  const tool = left && deps.findTool(left.tool);
  if (before.routed && !tool) return outcomeOf(deps, before);
  const { disabled, offline } = await deps.limitsOf(userId);
  let call: Call | null = left && tool ? { ...left, tool } : null;
  if (!call) {
    stages.enter('routing');
    const route = await deps.route({ message: request.text, history, timeZone, disabled, signal });
    writer.write({ type: 'TurnRouted', data: route.routed });
    if (!route.call) return noOutcome;
    call = { callId: derivedId(turnId, 'call'), ...route.call, decision: null };
  }
  stages.enter('tool');
  return run(deps, call, running, { timeZone, offline });
};
