import { Pin } from 'lucide-react';
import { memo } from 'react';
import type { Conversation } from '../graphql/documents.ts';
import type { Project } from '../projects/documents.ts';
import { conversationPath, navigate } from '../ui/route.ts';
import { type ConversationActions, ConversationMenu } from './conversation-menu.tsx';

type Props = {
  conversation: Conversation;
  projects: readonly Project[];
  isCurrent: boolean;
  /** Null where nothing is being selected. */
  isSelected: boolean | null;
  actions: ConversationActions;
  onChoose: () => void;
};

const row = 'flex min-w-0 flex-1 items-center gap-2 rounded-lg py-2 pl-3 text-sm';

const Title = ({ title, pinned }: Conversation) => (
  <>
    {pinned && <Pin className="size-3.5 shrink-0 text-accent" aria-label="Pinned" />}
    <span className="truncate">{title}</span>
  </>
);

export const ConversationItem = memo(({ conversation, projects, isCurrent, isSelected, actions, onChoose }: Props) => {
  const { id, title } = conversation;
  return (
    <li className={`group relative flex items-center rounded-lg ${isCurrent ? 'bg-hover' : 'hover:bg-hover/60'}`}>
      {isSelected === null ? (
        <>
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
            className={`${row} pr-9`}
          >
            <Title {...conversation} />
          </a>
          <ConversationMenu conversation={conversation} projects={projects} actions={actions} />
        </>
      ) : (
        <label className={`${row} cursor-pointer pr-3`}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={() => actions.select(conversation)}
            className="size-4 shrink-0 accent-accent"
          />
          <Title {...conversation} />
        </label>
      )}
    </li>
  );
});
