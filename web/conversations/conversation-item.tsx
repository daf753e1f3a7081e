import { Menu } from '@base-ui/react/menu';
import { MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Conversation } from '../graphql/documents.ts';
import { conversationPath, navigate } from '../ui/route.ts';

type Props = {
  conversation: Conversation;
  isCurrent: boolean;
  onChoose: () => void;
  onPin: (conversation: Conversation) => void;
  onRename: (conversation: Conversation) => void;
  onDelete: (conversation: Conversation) => void;
};

const item =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none data-highlighted:bg-hover';

export const ConversationItem = memo(({ conversation, isCurrent, onChoose, onPin, onRename, onDelete }: Props) => {
  const { id, title, pinned } = conversation;
  return (
    <li className={`group relative flex items-center rounded-lg ${isCurrent ? 'bg-hover' : 'hover:bg-hover/60'}`}>
      <a
        href={conversationPath(id)}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          navigate(conversationPath(id));
          onChoose();
        }}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-lg py-2 pr-9 pl-3 text-sm"
      >
        {pinned && <Pin className="size-3.5 shrink-0 text-accent" aria-label="Pinned" />}
        <span className="truncate">{title}</span>
      </a>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`Options for ${title}`}
          className="absolute right-1 grid size-7 cursor-pointer place-items-center rounded-md text-soft opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
        >
          <MoreHorizontal className="size-4" aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className="min-w-40 rounded-xl border border-line bg-raised p-1.5 shadow-lg outline-none">
              <Menu.Item className={item} onClick={() => onPin(conversation)}>
                {pinned ? <PinOff className="size-4" /> : <Pin className="size-4" />}
                {pinned ? 'Unpin' : 'Pin'}
              </Menu.Item>
              <Menu.Item className={item} onClick={() => onRename(conversation)}>
                <Pencil className="size-4" />
                Rename
              </Menu.Item>
              <Menu.Item className={`${item} text-danger`} onClick={() => onDelete(conversation)}>
                <Trash2 className="size-4" />
                Delete
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </li>
  );
});
