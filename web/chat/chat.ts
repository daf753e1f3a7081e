import type { ConversationEvent } from '../graphql/branch-documents.ts';
import { HeadQuery } from '../graphql/documents.ts';
import { openBranching } from './branching.ts';
import { type ChatDeps, isMissing, openCore } from './core.ts';
import { openFollowing } from './following.ts';
import { openHistory } from './history.ts';
import { openSending } from './sending.ts';

/** One conversation on the screen; without an id a new one, which the first message opens. */
export const openChat = (deps: ChatDeps, id: string | null) => {
  const { api } = deps;
  const core = openCore(deps, id);
  const { thread, subscribe, dispatch } = core;
  const following = openFollowing(core);
  const history = openHistory(core, following);
  let onOpened: ((conversationId: string) => void) | null = null;
  const sending = openSending({
    core,
    following,
    history,
    onOpened(conversationId) {
      void hearAll({ isKnown: true });
      onOpened?.(conversationId);
    },
  });

  const hear = ({ type, turnId, conversation }: ConversationEvent): void => {
    if (conversation) dispatch({ type: 'conversation', conversation });
    const isShown = turnId !== null && thread().messages.at(-1)?.answer?.turnId === turnId;
    if (type === 'BranchSelected' || (type === 'TurnRequested' && !isShown)) sending.branched();
    if (type === 'TurnRequested' && turnId !== null) sending.heard(turnId);
  };

  /** What stands, where it is not known yet, and then what happens. */
  const hearAll = async ({ isKnown }: { isKnown: boolean }): Promise<void> => {
    const signal = core.signal();
    const conversationId = core.id();
    for (let attempt = 0; !signal.aborted && conversationId !== null; attempt++) {
      try {
        const { head } = await api.request(HeadQuery, {}, { signal });
        if (attempt > 0 || !isKnown) await history.load();
        for await (const event of api.conversationEvents(conversationId, head, signal)) hear(event);
        if (!signal.aborted) return dispatch({ type: 'notLoaded', status: 'missing' }); // it was deleted
      } catch (error) {
        if (isMissing(error)) return dispatch({ type: 'notLoaded', status: 'missing' });
        if (!signal.aborted) dispatch({ type: 'notLoaded', status: 'unreachable' });
      }
      await api.wait(attempt, signal);
    }
  };

  const { regenerate, edit, select } = openBranching({ core, load: history.load });
  const { send, sendAgain, discard, stop } = sending;
  return {
    id: core.id,
    thread,
    subscribe,
    /** Loads, and follows what goes on, until the returned function is called. `opened` hears the id of a new conversation. */
    run(opened: (conversationId: string) => void): () => void {
      core.start();
      onOpened = opened;
      following.resume();
      void hearAll({ isKnown: false });
      const { connection } = api;
      const stopWatching = connection.onChange(() => connection.status() === 'connected' && sending.sendUnanswered());
      return () => {
        stopWatching();
        onOpened = null;
        core.leave();
      };
    },
    ...{ send, sendAgain, discard, stop, regenerate, edit, select },
    loadOlder: history.loadOlder,
    /** Shows the branch that holds the message, and all of it back to there. Returns why that was refused; null where it wasn't. */
    async find(messageId: string) {
      if (await history.loadBackTo(messageId)) return null;
      const refused = await select(messageId);
      if (refused === null) await history.loadBackTo(messageId);
      return refused;
    },
  };
};

export type Chat = ReturnType<typeof openChat>;
