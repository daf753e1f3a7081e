import type { Api } from '../graphql/api.ts';
import {
  type Conversation,
  ConversationsQuery,
  DeleteConversation,
  HeadQuery,
  PinConversation,
  RenameConversation,
} from '../graphql/documents.ts';
import { DeleteConversations, FileConversation } from '../projects/documents.ts';

const PAGE = 100;
/** As many as the server deletes by one request. */
const AT_ONCE = 100;

export type Listing = {
  readonly status: 'loading' | 'ready';
  /** Pinned first, then newest first. */
  readonly conversations: readonly Conversation[];
  /** Behind it stand older ones; null where there are none. */
  readonly next: string | null;
};

const byOrder = (a: Conversation, b: Conversation): number =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id);

/** The viewer's conversations, kept up to date by what happens to them, in this tab or another. */
export const openConversationList = (api: Pick<Api, 'request' | 'viewerEvents' | 'wait'>) => {
  let listing: Listing = { status: 'loading', conversations: [], next: null };
  const listeners = new Set<() => void>();
  const projectHearers = new Set<() => void>();

  const show = (next: Partial<Listing>): void => {
    listing = { ...listing, ...next };
    for (const listener of [...listeners]) listener();
  };
  const put = (...changed: readonly Conversation[]): void => {
    const ids = new Set(changed.map(({ id }) => id));
    const others = listing.conversations.filter(({ id }) => !ids.has(id));
    show({ conversations: [...others, ...changed].sort(byOrder) });
  };
  const drop = (ids: readonly (string | null)[]): void =>
    show({ conversations: listing.conversations.filter(({ id }) => !ids.includes(id)) });

  /** Shown at once, and taken back where it was refused. @throws RequestError */
  const change = async (
    before: Conversation,
    wish: Partial<Conversation>,
    ask: (conversation: Conversation) => Promise<Conversation>,
  ): Promise<void> => {
    const wished = { ...before, ...wish };
    put(wished);
    try {
      put(await ask(before));
    } catch (error) {
      // What was heard of it meanwhile is newer than what it was before.
      if (listing.conversations.includes(wished)) put(before);
      throw error;
    }
  };

  const load = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const { conversations } = await api.request(ConversationsQuery, { first: PAGE }, { signal });
        const { edges, pageInfo } = conversations;
        const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
        show({ status: 'ready', conversations: edges.map(({ node }) => node), next });
        return;
      } catch {
        await api.wait(attempt, signal);
      }
    }
  };

  const tellProjects = (): void => {
    for (const hearer of [...projectHearers]) hearer();
  };

  /** What stands, and then what happens. */
  const hear = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const { head } = await api.request(HeadQuery, {}, { signal });
        tellProjects();
        await load(signal);
        for await (const event of api.viewerEvents(head, signal)) {
          if (event.conversation) put(event.conversation);
          else if (event.type === 'ConversationDeleted') drop([event.conversationId]);
          else if (event.type === 'ProjectDeleted') await load(signal);
          if (event.type.startsWith('Project')) tellProjects();
        }
      } catch {
        // Refused: the session's own end is heard of elsewhere.
      }
      if (!signal.aborted) await api.wait(attempt, signal);
    }
  };

  return {
    listing: (): Listing => listing,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Tells when the projects are to be read, at first and whenever something happens to one. Returns how to stop. */
    onProjectEvent(hearer: () => void): () => void {
      projectHearers.add(hearer);
      return () => projectHearers.delete(hearer);
    },
    /** Loads and listens until the returned function is called. What was missed while away is heard afterwards. */
    run(): () => void {
      const running = new AbortController();
      void hear(running.signal);
      return () => running.abort();
    },
    async loadMore(): Promise<void> {
      if (listing.next === null) return;
      const { conversations } = await api.request(ConversationsQuery, { first: PAGE, after: listing.next });
      show({ next: conversations.pageInfo.hasNextPage ? conversations.pageInfo.endCursor : null });
      put(...conversations.edges.map(({ node }) => node));
    },
    pin: (conversation: Conversation, pinned: boolean): Promise<void> =>
      change(conversation, { pinned }, async ({ id }) => {
        return (await api.request(PinConversation, { id, pinned })).pinConversation;
      }),
    rename: (conversation: Conversation, title: string): Promise<void> =>
      change(conversation, { title }, async ({ id }) => {
        return (await api.request(RenameConversation, { id, title })).renameConversation;
      }),
    async remove({ id }: Conversation): Promise<void> {
      await api.request(DeleteConversation, { id });
      drop([id]);
    },
    async removeMany(ids: readonly string[]): Promise<void> {
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const some = ids.slice(from, from + AT_ONCE);
        await api.request(DeleteConversations, { ids: some });
        drop(some);
      }
    },
    /** Under a project, or (null) under none. */
    async file({ id }: Conversation, projectId: string | null): Promise<void> {
      put((await api.request(FileConversation, { id, projectId })).fileConversation);
    },
  };
};

export type ConversationList = ReturnType<typeof openConversationList>;
