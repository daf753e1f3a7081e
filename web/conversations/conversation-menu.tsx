import { Menu } from '@base-ui/react/menu';
import {
  Check,
  ChevronRight,
  Download,
  Folder,
  ListChecks,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '../graphql/documents.ts';
import { dots } from '../projects/colours.ts';
import type { Project } from '../projects/documents.ts';
import { exportPath } from '../transfer/paths.ts';
import { menuItem, menuPopup } from '../ui/menu.ts';

/** What can be done with a conversation of the list. */
export type ConversationActions = {
  readonly pin: (conversation: Conversation) => void;
  readonly rename: (conversation: Conversation) => void;
  readonly remove: (conversation: Conversation) => void;
  readonly file: (conversation: Conversation, projectId: string | null) => void;
  readonly select: (conversation: Conversation) => void;
};

const icon = 'size-4 shrink-0';

const Submenu = ({ name, sign, children }: { name: string; sign: ReactNode; children: ReactNode }) => (
  <Menu.SubmenuRoot>
    <Menu.SubmenuTrigger className={menuItem}>
      {sign}
      <span className="flex-1">{name}</span>
      <ChevronRight className={icon} aria-hidden="true" />
    </Menu.SubmenuTrigger>
    <Menu.Portal>
      <Menu.Positioner className="z-50" sideOffset={4} alignOffset={-6}>
        <Menu.Popup className={menuPopup}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.SubmenuRoot>
);

type Props = { conversation: Conversation; projects: readonly Project[]; actions: ConversationActions };

const ProjectItems = ({ conversation, projects, actions }: Props) => (
  <Menu.RadioGroup
    value={conversation.projectId ?? ''}
    onValueChange={(id: string) => actions.file(conversation, id || null)}
  >
    {[null, ...projects].map((project) => (
      <Menu.RadioItem key={project?.id ?? ''} value={project?.id ?? ''} className={menuItem} closeOnClick>
        <span className={`size-2.5 shrink-0 rounded-full ${project ? dots[project.colour] : 'border border-soft'}`} />
        <span className="min-w-0 flex-1 truncate">{project?.name ?? 'No project'}</span>
        <Menu.RadioItemIndicator>
          <Check className={icon} aria-hidden="true" />
        </Menu.RadioItemIndicator>
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
);

export const ConversationMenu = ({ conversation, projects, actions }: Props) => {
  const { id, title, pinned } = conversation;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Options for ${title}`}
        className="absolute right-1 grid size-7 cursor-pointer place-items-center rounded-md text-soft opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
      >
        <MoreHorizontal className="size-4" aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50">
          <Menu.Popup className={menuPopup}>
            <Menu.Item className={menuItem} onClick={() => actions.pin(conversation)}>
              {pinned ? <PinOff className={icon} /> : <Pin className={icon} />}
              {pinned ? 'Unpin' : 'Pin'}
            </Menu.Item>
            <Menu.Item className={menuItem} onClick={() => actions.rename(conversation)}>
              <Pencil className={icon} />
              Rename
            </Menu.Item>
            {projects.length > 0 && (
              <Submenu name="Move to" sign={<Folder className={icon} />}>
                <ProjectItems conversation={conversation} projects={projects} actions={actions} />
              </Submenu>
            )}
            <Submenu name="Export" sign={<Download className={icon} />}>
              <Menu.LinkItem className={menuItem} href={exportPath(id, 'md')} download closeOnClick>
                Markdown
              </Menu.LinkItem>
              <Menu.LinkItem className={menuItem} href={exportPath(id, 'json')} download closeOnClick>
                JSON, with all branches
              </Menu.LinkItem>
            </Submenu>
            <Menu.Item className={menuItem} onClick={() => actions.select(conversation)}>
              <ListChecks className={icon} />
              Select
            </Menu.Item>
            <Menu.Item className={`${menuItem} text-danger`} onClick={() => actions.remove(conversation)}>
              <Trash2 className={icon} />
              Delete
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
