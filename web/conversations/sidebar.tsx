import { Moon, Plus, Settings, Sun } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { Conversation } from '../graphql/documents.ts';
import { FIRST_PAGE } from '../pages.ts';
import type { User } from '../session/session.ts';
import { SignOut } from '../session/sign-out.tsx';
import { Button, buttonKinds } from '../ui/button.tsx';
import { navigate } from '../ui/route.ts';
import { useTheme } from '../ui/theme.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { ConversationItem } from './conversation-item.tsx';
import type { ConversationList } from './conversation-list.ts';
import { DeleteDialog, RenameDialog } from './dialogs.tsx';

type Props = {
  list: ConversationList;
  currentId: string | null;
  user: User;
  /** A conversation or a new chat was chosen. */
  onChoose: () => void;
  onSignOut: () => Promise<boolean>;
};
type Asking = { what: 'rename' | 'delete'; conversation: Conversation };

export const Sidebar = ({ list, currentId, user, onChoose, onSignOut }: Props) => {
  const { status, conversations, next } = useSyncExternalStore(list.subscribe, list.listing);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { theme, toggle } = useTheme();
  const close = useCallback(() => setAsking(null), []);
  const pin = useCallback((one: Conversation) => void list.pin(one, !one.pinned).catch(() => undefined), [list]);
  const rename = useCallback((conversation: Conversation) => setAsking({ what: 'rename', conversation }), []);
  const ask = useCallback((conversation: Conversation) => setAsking({ what: 'delete', conversation }), []);

  const startNew = () => {
    navigate('/');
    onChoose();
  };
  const remove = async (conversation: Conversation) => {
    await list.remove(conversation);
    if (conversation.id === currentId) navigate('/');
  };

  return (
    <div className="flex h-full flex-col bg-side">
      <div className="flex items-center justify-between px-4 pt-4 pb-3 text-xl">
        <Wordmark />
      </div>
      <div className="px-3 pb-3">
        <Button onClick={startNew} className="flex w-full items-center justify-center gap-2 bg-raised">
          <Plus className="size-4" aria-hidden="true" />
          New chat
        </Button>
      </div>
      <nav aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul className="flex flex-col gap-0.5">
          {conversations.map((conversation) => (
            <ConversationItem
              key={conversation.id}
              conversation={conversation}
              isCurrent={conversation.id === currentId}
              onChoose={onChoose}
              onPin={pin}
              onRename={rename}
              onDelete={ask}
            />
          ))}
        </ul>
        {status === 'ready' && conversations.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-soft">Your conversations will stand here.</p>
        )}
        {next !== null && (
          <Button className="mt-2 w-full" onClick={() => void list.loadMore().catch(() => undefined)}>
            Show more
          </Button>
        )}
      </nav>
      <div className="relative flex items-center gap-1 border-t border-line px-3 py-2">
        <span className="min-w-0 flex-1 truncate pl-1 text-sm text-soft">{user.username}</span>
        <Button kind="icon" aria-label={theme === 'dark' ? 'Light theme' : 'Dark theme'} onClick={toggle}>
          {theme === 'dark' ? <Sun className="size-4.5" /> : <Moon className="size-4.5" />}
        </Button>
        <Link href={FIRST_PAGE} aria-label="Settings" className={buttonKinds.icon}>
          <Settings className="size-4.5" />
        </Link>
        <SignOut onSignOut={onSignOut} />
      </div>
      {asking?.what === 'rename' && (
        <RenameDialog
          conversation={asking.conversation}
          onClose={close}
          act={(title) => list.rename(asking.conversation, title)}
        />
      )}
      {asking?.what === 'delete' && (
        <DeleteDialog conversation={asking.conversation} onClose={close} act={() => remove(asking.conversation)} />
      )}
    </div>
  );
};
