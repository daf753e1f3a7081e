import { Moon, Plus, Search, Settings, Sun } from 'lucide-react';
import { Link } from 'wouter';
import { FIRST_PAGE } from '../pages.ts';
import type { ProjectList } from '../projects/project-list.ts';
import type { User } from '../session/session.ts';
import { SignOut } from '../session/sign-out.tsx';
import { Button, buttonKinds } from '../ui/button.tsx';
import { navigate } from '../ui/route.ts';
import { useTheme } from '../ui/theme.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import type { ConversationList } from './conversation-list.ts';
import { Library } from './library.tsx';

type Props = {
  list: ConversationList;
  projects: ProjectList;
  currentId: string | null;
  user: User;
  /** A conversation or a new chat was chosen. */
  onChoose: () => void;
  /** Opens the command palette. */
  onSearch: () => void;
  onSignOut: () => Promise<boolean>;
};

export const Sidebar = ({ list, projects, currentId, user, onChoose, onSearch, onSignOut }: Props) => {
  const { theme, toggle } = useTheme();

  const startNew = () => {
    navigate('/');
    onChoose();
  };
  return (
    <div className="flex h-full flex-col bg-side">
      <div className="flex items-center justify-between pt-3 pr-3 pb-2 pl-4 text-xl">
        <Wordmark />
        <Button kind="icon" aria-label="Search" title="Search (Ctrl K)" onClick={onSearch}>
          <Search className="size-4.5" aria-hidden="true" />
        </Button>
      </div>
      <div className="px-3 pb-3">
        <Button onClick={startNew} className="flex w-full items-center justify-center gap-2 bg-raised">
          <Plus className="size-4" aria-hidden="true" />
          New chat
        </Button>
      </div>
      <Library list={list} projects={projects} currentId={currentId} onChoose={onChoose} />
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
    </div>
  );
};
