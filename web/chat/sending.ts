import { CancelTurn, SendMessage } from '../graphql/documents.ts';
import { refusalOf } from '../graphql/errors.ts';
import type { RequestedTurn } from '../graphql/shapes.ts';
import type { Attachment } from './attachments.ts';
import { tipOf } from './branch.ts';
import { type Core, isRetryable, isUnanswered, TRIES } from './core.ts';
import { activeTurn, unansweredTurns } from './exchanges.ts';
import type { Following } from './following.ts';
import type { History } from './history.ts';
import type { Outgoing } from './thread.ts';

type Outward = Pick<Outgoing, 'key' | 'text' | 'attachments'>;
type Parts = { core: Core; following: Following; history: History; onOpened: (conversationId: string) => void };

/** Messages on their way to the server, one behind the other; and how a turn is stopped. */
export const openSending = ({ core, following, history, onOpened }: Parts) => {
  const { deps, dispatch, thread, isSending } = core;
  const { api, newKey, now, projectId } = deps;
  let sending = Promise.resolve();
  /** Another branch was heard of while a message of ours was on its way: the list would show that twice. */
  let isStale = false;
  const stopOnceTaken = new Set<string>();
  /** Keys of messages that nobody answered: each may have been taken all the same. */
  const unanswered = new Set<string>();
  /** By key: what a message follows, the same however often it is sent. */
  const parents = new Map<string, string | null>();
  /** Turns that were heard of while a message of ours was on its way: one of them may be its own. */
  const heardOf = new Set<string>();

  const cancel = async (turnId: string): Promise<void> => {
    following.flush(turnId);
    dispatch({ type: 'stopping', turnId, stopping: true });
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        await api.request(CancelTurn, { turnId });
        return;
      } catch (error) {
        if (!isRetryable(error)) break;
      }
      await api.wait(attempt, core.signal());
    }
    dispatch({ type: 'stopping', turnId, stopping: false });
  };

  const taken = (key: string, { turnId, conversationId, ...accepted }: RequestedTurn) => {
    const isNew = core.id() === null;
    core.open(conversationId);
    unanswered.delete(key);
    const parentId = parents.get(key);
    parents.delete(key);
    const isElsewhere = parentId !== undefined && parentId !== tipOf(thread().messages);
    dispatch({ type: 'accepted', key, turnId, parentId, ...accepted });
    heardOf.delete(turnId);
    if (core.signal().aborted) return;
    following.followAll([turnId]);
    if (stopOnceTaken.delete(key)) void cancel(turnId);
    if (isElsewhere) void history.load();
    if (isNew) onOpened(conversationId);
  };

  /** The same key each time, so that a message whose answer was lost is never doubled. */
  const deliver = async ({ key, text, attachments }: Outward): Promise<void> => {
    if (thread().status === 'ready' && !parents.has(key)) parents.set(key, tipOf(thread().messages));
    const parentMessageId = parents.get(key);
    const conversationId = core.id();
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
          return dispatch({ type: 'notSent', key, error: refusalOf(error) });
        }
      }
      await api.wait(attempt, new AbortController().signal);
    }
  };

  /** Until it is known whether the first message of a new chat opened it, a later one would open another. */
  const deliverInOrder = async (outgoing: Outward): Promise<void> => {
    const first = thread().outbox.find(({ key }) => unanswered.has(key));
    if (core.id() === null && first && first.key !== outgoing.key) {
      dispatch({ type: 'sent', ...first });
      await deliver(first);
      const error = thread().outbox.find(({ key }) => key === first.key)?.error;
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
        following.followAll([...heardOf, ...unansweredTurns(thread())]);
        heardOf.clear();
        if (isStale) void history.load();
        isStale = false;
      });
  };

  return {
    send: (text: string, attachments: readonly Attachment[] = []): void => post({ key: newKey(), text, attachments }),
    /** Sends what was not taken once more. */
    sendAgain(key: string): void {
      const outgoing = thread().outbox.find((out) => out.key === key);
      if (outgoing?.error) post(outgoing);
    },
    /** Sends all of which nobody knows whether it was taken. */
    sendUnanswered(): void {
      for (const outgoing of thread().outbox) if (outgoing.error && unanswered.has(outgoing.key)) post(outgoing);
    },
    discard(key: string): void {
      unanswered.delete(key);
      dispatch({ type: 'dropped', key });
    },
    /** Stops the turn that runs or is next, on whichever branch; of a message on its way, as soon as it is taken. */
    stop(): void {
      const turn = activeTurn(thread());
      if (turn) void cancel(turn.turnId);
      else for (const { key, error } of thread().outbox) if (error === null) stopOnceTaken.add(key);
    },
    /** Another branch is active now: shown once no message of ours is on its way. */
    branched(): void {
      if (isSending()) isStale = true;
      else void history.load();
    },
    /** A turn was requested, here or elsewhere: followed once it is known whether it is that of a message on its way. */
    heard(turnId: string): void {
      if (isSending()) heardOf.add(turnId);
      else following.followAll([turnId]);
    },
  };
};
