import type { Api } from '../graphql/api.ts';
import { NO_ANSWER, RequestError } from '../graphql/errors.ts';
import type { ScheduleFrame } from './frame-buffer.ts';
import { emptyThread, reduceThread, type Thread, type ThreadAction } from './thread.ts';

export type ChatDeps = {
  api: Pick<Api, 'request' | 'turnEvents' | 'conversationEvents' | 'wait' | 'connection'>;
  schedule: ScheduleFrame;
  newKey: () => string;
  now: () => Date;
  /** What a new one is filed under. */
  projectId: () => string | null;
};

/** How often a request is sent where nobody answers: with the back-off about a quarter of a minute, so that a server can start again. */
export const TRIES = 7;

export const isRetryable = (error: unknown): boolean => error instanceof RequestError && error.retryable;
export const isUnanswered = (error: unknown): boolean => error instanceof RequestError && error.code === NO_ANSWER;
export const isMissing = (error: unknown): boolean => error instanceof RequestError && error.code === 'NOT_FOUND';

/** What the parts of a chat share: what is known of the conversation, and how long they run. */
export const openCore = (deps: ChatDeps, id: string | null) => {
  let conversationId = id;
  let thread = emptyThread(id === null);
  let running = new AbortController();
  const listeners = new Set<() => void>();
  return {
    deps,
    /** Null until the first message of a new one is taken. */
    id: (): string | null => conversationId,
    open(openedId: string): void {
      conversationId = openedId;
    },
    thread: (): Thread => thread,
    dispatch(action: ThreadAction): void {
      const next = reduceThread(thread, action);
      if (next === thread) return;
      thread = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A message of ours is on its way. */
    isSending: (): boolean => thread.outbox.some(({ error }) => error === null),
    /** Aborted when the chat is left. */
    signal: (): AbortSignal => running.signal,
    start(): void {
      running = new AbortController();
    },
    leave(): void {
      running.abort();
    },
  };
};

export type Core = ReturnType<typeof openCore>;
