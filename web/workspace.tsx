import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon, SquarePen } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ChatView } from './chat/chat-view.tsx';
import { openConversationList } from './conversations/conversation-list.ts';
import { Sidebar } from './conversations/sidebar.tsx';
import type { Api } from './graphql/api.ts';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { useCommandKeys } from './keyboard/use-command-keys.ts';
import { dots } from './projects/colours.ts';
import type { Project } from './projects/documents.ts';
import { ProjectDialog } from './projects/project-dialog.tsx';
import { openProjectList } from './projects/project-list.ts';
import { commandsOf } from './search/all-commands.ts';
import { Palette } from './search/palette.tsx';
import type { User } from './session/session.ts';
import { Button } from './ui/button.tsx';
import { ConnectionBanner } from './ui/connection-banner.tsx';
import { UnknownAddress } from './ui/not-found.tsx';
import { navigate, useConversationId, useIsChatPath, useProjectId } from './ui/route.ts';
import { useTheme } from './ui/theme.ts';
import { Wordmark } from './ui/wordmark.tsx';

const NewChatIn = ({ project: { name, colour } }: { project: Project }) => (
  <p className="flex items-center justify-center gap-2 px-4 pt-4 text-sm text-soft">
    <span className={`size-2.5 rounded-full ${dots[colour]}`} />
    New chat in {name}
  </p>
);

type Props = { api: Api; user: User; onSignOut: () => Promise<boolean> };

/** The list beside the conversation; on a phone the list is a drawer. */
export const Workspace = ({ api, user, onSignOut }: Props) => {
  const conversationId = useConversationId();
  const isKnown = useIsChatPath();
  const [drawer, setDrawer] = useState(false);
  const list = useMemo(() => openConversationList(api), [api]);
  useEffect(() => list.run(), [list]);
  const projects = useMemo(() => openProjectList({ api, onProjectEvent: list.onProjectEvent }), [api, list]);
  useEffect(() => projects.run(), [projects]);
  const { conversations } = useSyncExternalStore(list.subscribe, list.listing);
  const title = conversations.find(({ id }) => id === conversationId)?.title;
  const closeDrawer = useCallback(() => setDrawer(false), []);
  const known = useSyncExternalStore(projects.subscribe, projects.projects);
  const projectId = useProjectId();
  const here = conversationId === null && known.find(({ id }) => id === projectId);
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | 'project' | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const search = useCallback(() => setOpened('palette'), []);
  const { toggle } = useTheme();
  const commands = commandsOf({
    user,
    list,
    conversations,
    projects: known,
    currentId: conversationId,
    toggleTheme: toggle,
    open: (what) => {
      setDrawer(false);
      setOpened(what);
    },
  });
  useCommandKeys(commands);

  const sidebar = (
    <Sidebar
      list={list}
      projects={projects}
      currentId={conversationId}
      user={user}
      onChoose={closeDrawer}
      onSearch={() => {
        setDrawer(false);
        setOpened('palette');
      }}
      onSignOut={onSignOut}
    />
  );
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
        <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-1.5 md:hidden">
          <Button kind="icon" aria-label="Show conversations" onClick={() => setDrawer(true)}>
            <MenuIcon className="size-5" aria-hidden="true" />
          </Button>
          {title === undefined ? (
            <Wordmark className="flex-1" />
          ) : (
            <p className="min-w-0 flex-1 truncate text-sm">{title}</p>
          )}
          <Button kind="icon" aria-label="New chat" onClick={() => navigate('/')}>
            <SquarePen className="size-4.5" aria-hidden="true" />
          </Button>
        </header>
        <ConnectionBanner connection={api.connection} />
        {isKnown ? (
          <>
            {here && <NewChatIn project={here} />}
            <ChatView api={api} userId={user.id} conversationId={conversationId} onSearch={search} />
          </>
        ) : (
          <UnknownAddress what="page" onSearch={search} />
        )}
      </main>
      {opened === 'palette' && <Palette api={api} commands={commands} recent={conversations} onClose={close} />}
      {opened === 'shortcuts' && <ShortcutSheet commands={commands} onClose={close} />}
      {opened === 'project' && <ProjectDialog project={null} onClose={close} act={projects.create} />}
    </div>
  );
};
