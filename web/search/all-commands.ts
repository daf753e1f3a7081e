import type { ConversationList } from '../conversations/conversation-list.ts';
import type { Conversation } from '../graphql/documents.ts';
import { pages } from '../pages.ts';
import type { Project } from '../projects/documents.ts';
import type { User } from '../session/session.ts';
import { exportPath } from '../transfer/paths.ts';
import { conversationPath, navigate, newChatPath } from '../ui/route.ts';
import type { Command } from './commands.ts';

type Sources = {
  user: User;
  list: ConversationList;
  conversations: readonly Conversation[];
  projects: readonly Project[];
  currentId: string | null;
  toggleTheme: () => void;
  open: (what: 'palette' | 'shortcuts' | 'project') => void;
};

const focusMessage = () => document.getElementById('message')?.focus();

/** To the conversation so many places further down the list. */
const step = (conversations: readonly Conversation[], currentId: string | null, by: 1 | -1) => {
  const at = conversations.findIndex(({ id }) => id === currentId);
  const next = conversations[at === -1 ? 0 : at + by];
  if (next) navigate(conversationPath(next.id));
};

const ofConversation = (conversation: Conversation, list: ConversationList): Command[] => {
  const { id, pinned } = conversation;
  return [
    {
      id: 'pin',
      name: pinned ? 'Unpin this conversation' : 'Pin this conversation',
      run: () => void list.pin(conversation, !pinned).catch(() => undefined),
    },
    {
      id: 'export-md',
      name: 'Export as Markdown',
      words: 'download',
      run: () => location.assign(exportPath(id, 'md')),
    },
    {
      id: 'export-json',
      name: 'Export as JSON',
      words: 'download',
      run: () => location.assign(exportPath(id, 'json')),
    },
  ];
};

/** Everything that can be done from here. */
export const commandsOf = (sources: Sources): Command[] => {
  const { user, list, conversations, projects, currentId, toggleTheme, open } = sources;
  const current = conversations.find(({ id }) => id === currentId);
  return [
    { id: 'palette', name: 'Search and commands', keys: 'mod+k', run: () => open('palette') },
    {
      id: 'new',
      name: 'New chat',
      keys: 'mod+shift+o',
      run: () => {
        navigate(newChatPath());
        focusMessage();
      },
    },
    { id: 'write', name: 'Go to the message box', words: 'focus write', keys: '/', run: focusMessage },
    { id: 'next', name: 'Next conversation', keys: 'alt+down', run: () => step(conversations, currentId, 1) },
    { id: 'previous', name: 'Previous conversation', keys: 'alt+up', run: () => step(conversations, currentId, -1) },
    ...(current ? ofConversation(current, list) : []),
    ...projects.map(({ id, name }) => ({
      id: `new-${id}`,
      name: `New chat in ${name}`,
      words: 'project',
      run: () => navigate(newChatPath(id)),
    })),
    { id: 'project', name: 'New project', words: 'create folder', run: () => open('project') },
    { id: 'theme', name: 'Change the theme', words: 'dark light', run: toggleTheme },
    ...pages
      .filter(({ scope }) => user.scopes.includes(scope))
      .map(({ path, name, group }) => ({
        id: path,
        name: `Open ${name}`,
        words: `settings ${group}`,
        run: () => navigate(path),
      })),
    { id: 'shortcuts', name: 'Keyboard shortcuts', words: 'help keys', keys: 'shift+?', run: () => open('shortcuts') },
  ];
};
