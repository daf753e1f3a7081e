import { Menu } from '@base-ui/react/menu';
import { FolderPlus, ListChecks, MoreHorizontal, Upload } from 'lucide-react';
import { useRef } from 'react';
import { menuItem, menuPopup } from '../ui/menu.ts';

type Props = { onNewProject: () => void; onSelect: () => void; onImport: (file: File) => void };

/** What concerns the list as a whole. */
export const ListMenu = ({ onNewProject, onSelect, onImport }: Props) => {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="File to import"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (chosen) onImport(chosen);
        }}
      />
      <Menu.Root>
        <Menu.Trigger
          aria-label="Menu of the list"
          className="grid size-7 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <MoreHorizontal className="size-4" aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className={menuPopup}>
              <Menu.Item className={menuItem} onClick={onNewProject}>
                <FolderPlus className="size-4" />
                New project
              </Menu.Item>
              <Menu.Item className={menuItem} onClick={onSelect}>
                <ListChecks className="size-4" />
                Select conversations
              </Menu.Item>
              <Menu.Item className={menuItem} onClick={() => file.current?.click()}>
                <Upload className="size-4" />
                Import a conversation
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
};
