import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { v4 as randomId } from 'uuid';
import type { Conversation } from '../graphql/documents.ts';
import type { Project } from '../projects/documents.ts';
import type { ProjectList } from '../projects/project-list.ts';
import { ProjectSection } from '../projects/project-section.tsx';
import { importConversation } from '../transfer/import.ts';
import { Button } from '../ui/button.tsx';
import { conversationPath, navigate, newChatPath } from '../ui/route.ts';
import { ConversationItem } from './conversation-item.tsx';
import type { ConversationList } from './conversation-list.ts';
import type { ConversationActions } from './conversation-menu.tsx';
import { type Asking, LibraryDialogs } from './library-dialogs.tsx';
import { ListMenu } from './list-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';

type Props = {
  list: ConversationList;
  projects: ProjectList;
  currentId: string | null;
  /** A conversation or a new chat was chosen. */
  onChoose: () => void;
};

/** The projects with their conversations, then those that are filed nowhere. */
export const Library = ({ list, projects, currentId, onChoose }: Props) => {
  const { status, conversations, next } = useSyncExternalStore(list.subscribe, list.listing);
  const known = useSyncExternalStore(projects.subscribe, projects.projects);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<string | null>(null);
  const close = useCallback(() => setAsking(null), []);
  const endSelection = useCallback(() => setSelected(null), []);

  const actions = useMemo<ConversationActions>(
    () => ({
      pin: (one) => void list.pin(one, !one.pinned).catch(() => undefined),
      rename: (conversation) => setAsking({ what: 'rename', conversation }),
      remove: (conversation) => setAsking({ what: 'delete', conversation }),
      file: (one, projectId) => void list.file(one, projectId).catch(() => undefined),
      select: ({ id }) =>
        setSelected(
          (before) => new Set(before?.has(id) ? [...before].filter((other) => other !== id) : [...(before ?? []), id]),
        ),
    }),
    [list],
  );

  const bring = async (file: File) => {
    setNotice('Importing…');
    try {
      const id = await importConversation(file, randomId());
      setNotice(null);
      navigate(conversationPath(id));
      onChoose();
    } catch (error) {
      setNotice(error instanceof Error ? error.message : 'The file could not be imported.');
    }
  };
  const startIn = ({ id }: Project) => {
    navigate(newChatPath(id));
    onChoose();
  };

  const itemsOf = (some: readonly Conversation[]) =>
    some.map((conversation) => (
      <ConversationItem
        key={conversation.id}
        conversation={conversation}
        projects={known}
        isCurrent={conversation.id === currentId}
        isSelected={selected?.has(conversation.id) ?? null}
        actions={actions}
        onChoose={onChoose}
      />
    ));
  const isKnown = new Set(known.map(({ id }) => id));
  const loose = conversations.filter(({ projectId }) => projectId === null || !isKnown.has(projectId));
  const ids = conversations.map(({ id }) => id);
  const chosen = selected ? ids.filter((id) => selected.has(id)) : [];

  return (
    <>
      <nav aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <div className="flex items-center justify-between pr-1 pl-3 text-xs text-soft">
          <h2>{known.length > 0 ? 'Projects' : 'Conversations'}</h2>
          <ListMenu
            onNewProject={() => setAsking({ what: 'project', project: null })}
            onSelect={() => setSelected(new Set())}
            onImport={(file) => void bring(file)}
          />
        </div>
        {notice && (
          <p role="status" className="mx-1 mb-2 flex items-start gap-2 rounded-lg bg-notice px-3 py-2 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">{notice}</span>
            <button type="button" className="cursor-pointer underline" onClick={() => setNotice(null)}>
              Close
            </button>
          </p>
        )}
        {known.map((project) => (
          <ProjectSection
            key={project.id}
            project={project}
            isOpen={!shut.has(project.id)}
            onOpenChange={(isOpen) =>
              setShut((before) =>
                isOpen ? new Set([...before].filter((id) => id !== project.id)) : new Set([...before, project.id]),
              )
            }
            onNewChat={startIn}
            onEdit={() => setAsking({ what: 'project', project })}
            onDelete={() => setAsking({ what: 'deleteProject', project })}
          >
            {itemsOf(conversations.filter(({ projectId }) => projectId === project.id))}
          </ProjectSection>
        ))}
        {known.length > 0 && <h2 className="pt-3 pb-1.5 pl-3 text-xs text-soft">Conversations</h2>}
        <ul className="flex flex-col gap-0.5">{itemsOf(loose)}</ul>
        {status === 'ready' && conversations.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-soft">Your conversations will stand here.</p>
        )}
        {next !== null && (
          <Button className="mt-2 w-full" onClick={() => void list.loadMore().catch(() => undefined)}>
            Show more
          </Button>
        )}
      </nav>
      {selected && (
        <SelectionBar
          count={chosen.length}
          onAll={() => setSelected(new Set(ids))}
          onDelete={() => setAsking({ what: 'deleteMany', ids: chosen })}
          onEnd={endSelection}
        />
      )}
      {asking && (
        <LibraryDialogs
          asking={asking}
          list={list}
          projects={projects}
          currentId={currentId}
          onClose={close}
          onDeletedMany={endSelection}
        />
      )}
    </>
  );
};
