import { MessagesQuery } from '../graphql/documents.ts';
import { type Core, isMissing, isRetryable } from './core.ts';
import { unansweredTurns } from './exchanges.ts';
import type { Following } from './following.ts';

const PAGE = 50;

/** The messages of the branch that is shown, page by page from its end. */
export const openHistory = (core: Core, { followAll }: Following) => {
  const { deps, dispatch, thread, isSending } = core;
  let loads = 0;
  let loadingOlder: Promise<boolean> | null = null;

  const ask = async (variables: { last: number; before?: string }, signal?: AbortSignal) => {
    const given = { id: core.id(), ...variables };
    const { conversation, messages } = await deps.api.request(MessagesQuery, given, signal ? { signal } : {});
    const { edges, pageInfo } = messages;
    const olderCursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
    return { conversation, messages: edges.map(({ node }) => node), olderCursor };
  };

  const older = async (): Promise<boolean> => {
    const before = thread().olderCursor;
    if (before === null) return false;
    try {
      const { messages, olderCursor } = await ask({ last: PAGE, before });
      if (thread().olderCursor !== before) return false; // another branch is shown meanwhile
      dispatch({ type: 'loadedOlder', messages, olderCursor });
      followAll(unansweredTurns(thread()));
      return true;
    } catch {
      return false; // the button stays, to be pressed again
    }
  };

  /** One page more; whether it came. */
  const loadOlder = (): Promise<boolean> => {
    loadingOlder ??= older().finally(() => {
      loadingOlder = null;
    });
    return loadingOlder;
  };

  const holds = (messageId: string): boolean =>
    thread().messages.some(({ id, answer }) => id === messageId || answer?.id === messageId);

  return {
    /** The latest page of the branch that is active now. */
    async load(): Promise<void> {
      if (core.id() === null) return;
      const signal = core.signal();
      loads += 1;
      const mine = loads; // a later one knows better
      for (let attempt = 0; !signal.aborted && mine === loads; attempt++) {
        try {
          const loaded = await ask({ last: PAGE }, signal);
          if (mine !== loads) return;
          dispatch({ type: 'loaded', ...loaded });
          const { activeTurn } = loaded.conversation;
          if (!isSending()) followAll([...unansweredTurns(thread()), ...(activeTurn ? [activeTurn.id] : [])]);
          return;
        } catch (error) {
          if (signal.aborted) return;
          dispatch({ type: 'notLoaded', status: isMissing(error) ? 'missing' : 'unreachable' });
          if (!isRetryable(error)) return;
        }
        await deps.api.wait(attempt, signal);
      }
    },
    loadOlder,
    /** Loads older pages until the message is among them; false where this branch does not hold it. */
    async loadBackTo(messageId: string): Promise<boolean> {
      while (!holds(messageId)) if (!(await loadOlder())) return holds(messageId);
      return true;
    },
  };
};

export type History = ReturnType<typeof openHistory>;
