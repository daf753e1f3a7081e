import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ChatView } from './chat/chat-view.tsx';
import { openConversationList } from './conversations/conversation-list.ts';
import { Sidebar } from './conversations/sidebar.tsx';
import type { Api } from './graphql/api.ts';
import type { User } from './session/session.ts';
import { Button } from './ui/button.tsx';
import { ConnectionBanner } from './ui/connection-banner.tsx';
import { useConversationId } from './ui/route.ts';

type Props = { api: Api; user: User; onSignOut: () => void };

/** The list beside the conversation; on a phone the list is a drawer. */
export const Workspace = ({ api, user, onSignOut }: Props) => {
  const conversationId = useConversationId();
  const [drawer, setDrawer] = useState(false);
  const list = useMemo(() => openConversationList(api), [api]);
  useEffect(() => list.run(), [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a conversation closes the drawer
  useEffect(() => setDrawer(false), [conversationId]);

  const sidebar = <Sidebar list={list} currentId={conversationId} user={user} onSignOut={onSignOut} />;
  return (
    <div className="flex h-dvh">
      <a href="#message" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-3">
        Skip to the message box
      </a>
      <aside className="hidden w-72 shrink-0 border-r border-line md:block">{sidebar}</aside>
      <Dialog.Root open={drawer} onOpenChange={setDrawer}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/40 md:hidden" />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 border-r border-line outline-none md:hidden">
            <Dialog.Title className="sr-only">Conversations</Dialog.Title>
            {sidebar}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <main className="relative flex min-w-0 flex-1 flex-col">
        <Button
          kind="icon"
          aria-label="Show conversations"
          className="absolute top-2 left-2 z-20 bg-page/80 backdrop-blur md:hidden"
          onClick={() => setDrawer(true)}
        >
          <MenuIcon className="size-5" />
        </Button>
        <ConnectionBanner connection={api.connection} />
        <ChatView api={api} list={list} conversationId={conversationId} />
      </main>
    </div>
  );
};
