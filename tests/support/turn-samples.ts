import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { EventData, TurnEvent, TurnEventType } from '../../schema/events/index.ts';

/** A UUID that is easy to tell from others. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const alice = 'alice';
export const bob = 'bob';

const usage = { promptTokens: 10, completionTokens: 4, estimated: false };
const durations = { queued: 3, generation: 40 };

type Samples = { readonly [T in TurnEventType]: EventData<T> };

/** One of every event of a turn. */
export const samples: Samples = {
  TurnRequested: {
    turnId: uuid(1),
    kind: 'message',
    userId: alice,
    conversationId: uuid(2),
    parentMessageId: null,
    userMessageId: uuid(3),
    text: 'How are you?',
    attachments: [],
    assistantMessageId: uuid(4),
    options: {},
    context: {},
    contract: 'graphql',
  },
  TurnImported: { askedAt: '2025-01-31T12:00:00.000Z', answeredAt: '2025-01-31T12:00:09.000Z' },
  TurnQueued: { lane: 'chat', place: 1 },
  TurnStarted: { lane: 'chat', worker: 'worker-1', attempt: 1 },
  TurnResumed: {
    fromRevision: 2,
    pausedAt: '2026-01-02T03:04:05.678Z',
    previousWorker: 'worker-1',
    worker: 'worker-2',
    attempt: 2,
    mode: 'continue',
  },
  TurnRouted: {
    tool: null,
    path: 'conversational',
    score: null,
    candidates: [],
    why: 'no tools',
    thresholds: { confident: 0.65, conversational: 0.4 },
    models: { embedder: 'embedded', router: null },
    milliseconds: 0.5,
  },
  ContextAssembled: {
    model: 'scripted',
    parts: [{ name: 'question', size: 12, hash: 'ab' }],
    messagesSent: 1,
    messagesLeftOut: 0,
    options: { temperature: 0.7, maxTokens: 2048, contextTokens: 4096 },
  },
  ToolCallRequested: { callId: 'call-1', tool: 'clock', arguments: {}, hash: 'ab', policy: 'ask' },
  ToolCallResolved: { callId: 'call-1', tool: 'clock', decision: 'approved', by: alice },
  TurnSuspended: { callId: 'call-1', until: '2026-01-02T03:14:05.678Z' },
  ToolStarted: { callId: 'call-1', tool: 'clock', arguments: {} },
  ToolReturned: {
    callId: 'call-1',
    tool: 'clock',
    result: 'noon',
    blob: null,
    spoken: null,
    directReply: null,
    milliseconds: 2,
  },
  ToolFailed: { callId: 'call-1', tool: 'clock', error: 'stopped', milliseconds: 2 },
  ToolSkippedOffline: { callId: 'call-1', tool: 'weather' },
  BlockEmitted: { block: { kind: 'table', rows: [1, 2] } },
  SourcesCited: { sources: [{ title: 'A book' }] },
  ReasoningGenerated: { text: 'Let me think.' },
  TokenGenerated: { text: 'Well' },
  TurnCancelRequested: { by: alice, why: 'stopped by the user' },
  TurnCompleted: { finishReason: 'stop', usage, model: 'scripted', title: 'How are you?', durations },
  TurnFailed: { reason: 'the model does not answer', usage: null, model: 'scripted', durations },
  TurnCancelled: { by: alice, why: 'stopped by the user', usage, model: 'scripted', durations },
};

/** An event of a type, as in the samples but for what is given. */
export const sample = <T extends TurnEventType>(type: T, data: Partial<EventData<T>> = {}): TurnEvent => {
  const event = decodeTurnEvent({ type, data: { ...samples[type], ...data }, stream: { category: 'turn' } });
  if (!event) throw new Error(`no turn event ${type}`);
  return event;
};

export const tokens = (...texts: string[]) =>
  texts.map((text) => ({ type: 'TokenGenerated', data: { text } }) as const);
