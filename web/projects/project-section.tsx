import { Collapsible } from '@base-ui/react/collapsible';
import { Menu } from '@base-ui/react/menu';
import { ChevronRight, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { menuItem, menuPopup } from '../ui/menu.ts';
import { dots } from './colours.ts';
import type { Project } from './documents.ts';

type Props = {
  project: Project;
  /** The conversations filed under it, as list items. */
  children: ReactNode[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onNewChat: (project: Project) => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
};

export const ProjectSection = ({ project, children, isOpen, onOpenChange, onNewChat, onEdit, onDelete }: Props) => {
  const { name, colour } = project;
  return (
    <Collapsible.Root open={isOpen} onOpenChange={onOpenChange}>
      <div className="group relative flex items-center rounded-lg hover:bg-hover/60">
        <Collapsible.Trigger className="flex min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-lg py-2 pr-9 pl-3 text-left text-sm">
          <ChevronRight
            className={`size-3.5 shrink-0 text-soft transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
            aria-hidden="true"
          />
          <span className={`size-2.5 shrink-0 rounded-full ${dots[colour]}`} />
          <span className="truncate">{name}</span>
          {children.length > 0 && <span className="text-xs text-soft tabular-nums">{children.length}</span>}
        </Collapsible.Trigger>
        <Menu.Root>
          <Menu.Trigger
            aria-label={`Options for the project ${name}`}
            className="absolute right-1 grid size-7 cursor-pointer place-items-center rounded-md text-soft opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
          >
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={4} className="z-50">
              <Menu.Popup className={menuPopup}>
                <Menu.Item className={menuItem} onClick={() => onNewChat(project)}>
                  <Plus className="size-4" />
                  New chat here
                </Menu.Item>
                <Menu.Item className={menuItem} onClick={() => onEdit(project)}>
                  <Pencil className="size-4" />
                  Edit
                </Menu.Item>
                <Menu.Item className={`${menuItem} text-danger`} onClick={() => onDelete(project)}>
                  <Trash2 className="size-4" />
                  Delete
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
      <Collapsible.Panel>
        {children.length > 0 ? (
          <ul className="flex flex-col gap-0.5 pl-4">{children}</ul>
        ) : (
          <p className="py-1.5 pl-9 text-sm text-soft">No conversations yet.</p>
        )}
      </Collapsible.Panel>
    </Collapsible.Root>
  );
};
