import type { Api } from '../graphql/api.ts';
import type { ConversationEvent } from '../graphql/branch-documents.ts';
import { CancelTurn, HeadQuery, MessagesQuery, SendMessage } from '../graphql/documents.ts';
import { NO_ANSWER, RequestError, sayError } from '../graphql/errors.ts';
import type { RequestedTurn } from '../graphql/shapes.ts';
import type { TurnEvent } from '../graphql/turn-events.ts';
import type { Attachment } from './attachments.ts';
import { tipOf } from './branch.ts';
import { openBranching } from './branching.ts';
import { activeTurn, unansweredTurns } from './exchanges.ts';
import { createFrameBuffer, type ScheduleFrame } from './frame-buffer.ts';
import { emptyThread, type Outgoing, reduceThread, type Thread, type ThreadAction } from './thread.ts';
import { isOver } from './turn-state.ts';

type Outward = Pick<Outgoing, 'key' | 'text' | 'attachments'>;

const PAGE = 50;
/** With the back-off about a quarter of a minute: long enough for a server to start again. */
const TRIES = 7;

const ends: ReadonlySet<TurnEvent['__typename']> = new Set(['TurnCompleted', 'TurnFailed', 'TurnCancelled']);

export type ChatDeps = {
  api: Pick<Api, 'request' | 'turnEvents' | 'conversationEvents' | 'wait' | 'connection'>;
  schedule: ScheduleFrame;
  newKey: () => string;
  now: () => Date;
  /** What a new one is filed under. */
  projectId: () => string | null;
};

const isRetryable = (error: unknown): boolean => error instanceof RequestError && error.retryable;
const isUnanswered = (error: unknown): boolean => error instanceof RequestError && error.code === NO_ANSWER;
const isMissing = (error: unknown): boolean => error instanceof RequestError && error.code === 'NOT_FOUND';

/** One conversation on the screen; without an id a new one, which the first message opens. */
export const openChat = ({ api, schedule, newKey, now, projectId }: ChatDeps, id: string | null) => {
  let conversationId = id;
  let thread = emptyThread(id === null);
  let running = new AbortController();
  let sending = Promise.resolve();
  let loadingOlder = false;
  let loads = 0;
  /** Another branch was heard of while a message of ours was on its way: the list would show that twice. */
  let isStale = false;
  let onOpened: ((conversationId: string) => void) | null = null;
  const listeners = new Set<() => void>();
  const following = new Map<string, { flush(): void }>();
  const stopOnceTaken = new Set<string>();
  /** Keys of messages that nobody answered: each may have been taken all the same. */
  const unanswered = new Set<string>();
  /** By key: what a message follows, the same however often it is sent. */
  const parents = new Map<string, string | null>();
  /** Turns that were heard of while a message of ours was on its way: one of them may be its own. */
  const heardOf = new Set<string>();

  const dispatch = (action: ThreadAction): void => {
    const next = reduceThread(thread, action);
    if (next === thread) return;
    thread = next;
    for (const listener of [...listeners]) listener();
  };

  /** Until the turn's end, however often the subscription has to begin again. */
  const follow = async (turnId: string): Promise<void> => {
    if (following.has(turnId)) return;
    const { signal } = running;
    const buffer = createFrameBuffer<TurnEvent>((events) => dispatch({ type: 'told', turnId, events }), schedule);
    following.set(turnId, buffer);
    dispatch({ type: 'followed', turnId });
    const isOpen = () => {
      const turn = thread.turns.get(turnId);
      return !signal.aborted && turn !== undefined && !isOver(turn);
    };
    for (let attempt = 0; isOpen(); attempt++) {
      try {
        for await (const event of api.turnEvents(turnId, signal)) {
          buffer.push(event);
          if (ends.has(event.__typename)) buffer.flush();
        }
      } catch (error) {
        if (isMissing(error)) break;
      }
      buffer.flush();
      if (isOpen()) await api.wait(attempt, signal);
    }
    if (following.get(turnId) === buffer) following.delete(turnId);
  };

  const isSending = (): boolean => thread.outbox.some(({ error }) => error === null);

  const followAll = (turnIds: Iterable<string>): void => {
    for (const turnId of turnIds) void follow(turnId);
  };

  const load = async (): Promise<void> => {
    if (conversationId === null) return;
    const { signal } = running;
    loads += 1;
    const mine = loads; // a later one knows better
    for (let attempt = 0; !signal.aborted && mine === loads; attempt++) {
      try {
        const variables = { id: conversationId, last: PAGE };
        const { conversation, messages } = await api.request(MessagesQuery, variables, { signal });
        if (mine !== loads) return;
        const { edges, pageInfo } = messages;
        const olderCursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
        dispatch({ type: 'loaded', conversation, messages: edges.map(({ node }) => node), olderCursor });
        const active = conversation.activeTurn ? [conversation.activeTurn.id] : [];
        if (!isSending()) followAll([...unansweredTurns(thread), ...active]);
        return;
      } catch (error) {
        if (signal.aborted) return;
        dispatch({ type: 'notLoaded', status: isMissing(error) ? 'missing' : 'unreachable' });
        if (!isRetryable(error)) return;
      }
      await api.wait(attempt, signal);
    }
  };

  const taken = (key: string, { turnId, conversationId: openedId, ...accepted }: RequestedTurn) => {
    const isNew = conversationId === null;
    conversationId = openedId;
    unanswered.delete(key);
    const parentId = parents.get(key);
    parents.delete(key);
    const isElsewhere = parentId !== undefined && parentId !== tipOf(thread.messages);
    dispatch({ type: 'accepted', key, turnId, parentId, ...accepted });
    heardOf.delete(turnId);
    if (running.signal.aborted) return;
    void follow(turnId);
    if (stopOnceTaken.delete(key)) void cancel(turnId);
    if (isElsewhere) void load();
    if (!isNew) return;
    void hearAll(true);
    onOpened?.(conversationId);
  };

  /** The same key each time, so that a message whose answer was lost is never doubled. */
  const deliver = async ({ key, text, attachments }: Outward): Promise<void> => {
    if (thread.status === 'ready' && !parents.has(key)) parents.set(key, tipOf(thread.messages));
    const parentMessageId = parents.get(key);
    const project = projectId();
    const filed = project === null ? {} : { projectId: project };
    const input = {
      ...{ message: text, idempotencyKey: key },
      ...(attachments.length > 0 && { attachments }),
      ...(conversationId === null ? filed : { conversationId }),
      ...(parentMessageId != null && { parentMessageId }),
    };
    for (let attempt = 0; ; attempt++) {
      try {
        const { sendMessage } = await api.request(SendMessage, { input });
        return taken(key, sendMessage);
      } catch (error) {
        if (!isRetryable(error) || attempt + 1 >= TRIES) {
          stopOnceTaken.delete(key);
          if (isUnanswered(error)) unanswered.add(key);
          else unanswered.delete(key);
          return dispatch({ type: 'notSent', key, error: sayError(error) });
        }
      }
      await api.wait(attempt, new AbortController().signal);
    }
  };

  /** Until it is known whether the first message of a new chat opened it, a later one would open another. */
  const deliverInOrder = async (outgoing: Outward): Promise<void> => {
    const first = thread.outbox.find(({ key }) => unanswered.has(key));
    if (conversationId === null && first && first.key !== outgoing.key) {
      dispatch({ type: 'sent', ...first });
      await deliver(first);
      const error = thread.outbox.find(({ key }) => key === first.key)?.error;
      if (error && unanswered.has(first.key)) return dispatch({ type: 'notSent', key: outgoing.key, error });
    }
    return deliver(outgoing);
  };

  const post = ({ key, text, attachments }: Outward): void => {
    const outgoing = { key, text, attachments };
    dispatch({ type: 'sent', ...outgoing, sentAt: now().toISOString() });
    sending = sending
      .then(() => deliverInOrder(outgoing))
      .then(() => {
        if (isSending()) return;
        followAll([...heardOf, ...unansweredTurns(thread)]);
        heardOf.clear();
        if (isStale) void load();
        isStale = false;
      });
  };

  const cancel = async (turnId: string): Promise<void> => {
    following.get(turnId)?.flush();
    dispatch({ type: 'stopping', turnId, stopping: true });
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        await api.request(CancelTurn, { turnId });
        return;
      } catch (error) {
        if (!isRetryable(error)) break;
      }
      await api.wait(attempt, running.signal);
    }
    dispatch({ type: 'stopping', turnId, stopping: false });
  };

  const hear = ({ type, turnId, conversation }: ConversationEvent): void => {
    if (conversation) dispatch({ type: 'conversation', conversation });
    const isShown = turnId !== null && thread.messages.at(-1)?.answer?.turnId === turnId;
    if (type === 'BranchSelected' || (type === 'TurnRequested' && !isShown)) {
      if (isSending()) isStale = true;
      else void load();
    }
    if (type !== 'TurnRequested' || turnId === null) return;
    if (isSending()) heardOf.add(turnId);
    else void follow(turnId);
  };

  /** What stands, where it is not known yet, and then what happens. */
  const hearAll = async (isKnown = false): Promise<void> => {
    const { signal } = running;
    for (let attempt = 0; !signal.aborted && conversationId !== null; attempt++) {
      try {
        const { head } = await api.request(HeadQuery, {}, { signal });
        if (attempt > 0 || !isKnown) await load();
        for await (const event of api.conversationEvents(conversationId, head, signal)) hear(event);
        if (!signal.aborted) return dispatch({ type: 'notLoaded', status: 'missing' }); // it was deleted
      } catch (error) {
        if (isMissing(error)) return dispatch({ type: 'notLoaded', status: 'missing' });
        if (!signal.aborted) dispatch({ type: 'notLoaded', status: 'unreachable' });
      }
      await api.wait(attempt, signal);
    }
  };

  const { regenerate, edit, select } = openBranching({ api, tries: TRIES, newKey, load });

  return {
    /** Null until the first message of a new one is taken. */
    id: (): string | null => conversationId,
    thread: (): Thread => thread,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads, and follows what goes on, until the returned function is called. `opened` hears the id of a new conversation. */
    run(opened: (conversationId: string) => void): () => void {
      running = new AbortController();
      onOpened = opened;
      following.clear();
      followAll([...thread.turns.values()].filter((turn) => !isOver(turn)).map(({ turnId }) => turnId));
      void hearAll();
      const { connection } = api;
      const stopWatching = connection.onChange(() => {
        if (connection.status() !== 'connected') return;
        for (const outgoing of thread.outbox) if (outgoing.error && unanswered.has(outgoing.key)) post(outgoing);
      });
      return () => {
        stopWatching();
        onOpened = null;
        running.abort();
      };
    },
    send: (text: string, attachments: readonly Attachment[] = []): void => post({ key: newKey(), text, attachments }),
    /** Sends what was not taken once more. */
    sendAgain(key: string): void {
      const outgoing = thread.outbox.find((out) => out.key === key);
      if (outgoing?.error) post(outgoing);
    },
    discard(key: string): void {
      unanswered.delete(key);
      dispatch({ type: 'dropped', key });
    },
    regenerate,
    edit,
    select,
    /** Stops the turn that runs or is next; of a message on its way, as soon as it is taken. */
    stop(): void {
      const turn = activeTurn(thread);
      if (turn) void cancel(turn.turnId);
      else for (const { key, error } of thread.outbox) if (error === null) stopOnceTaken.add(key);
    },
    async loadOlder(): Promise<void> {
      const before = thread.olderCursor;
      if (before === null || loadingOlder) return;
      loadingOlder = true;
      try {
        const { messages } = await api.request(MessagesQuery, { id: conversationId, last: PAGE, before });
        if (thread.olderCursor !== before) return; // another branch is shown meanwhile
        const { edges, pageInfo } = messages;
        const olderCursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
        dispatch({ type: 'loadedOlder', messages: edges.map(({ node }) => node), olderCursor });
        followAll(unansweredTurns(thread));
      } catch {
        // The button stays, to be pressed again.
      } finally {
        loadingOlder = false;
      }
    },
  };
};

export type Chat = ReturnType<typeof openChat>;
