import type { Conversation } from '../graphql/documents.ts';
import type { Project } from '../projects/documents.ts';
import { ProjectDialog } from '../projects/project-dialog.tsx';
import type { ProjectList } from '../projects/project-list.ts';
import { navigate } from '../ui/route.ts';
import type { ConversationList } from './conversation-list.ts';
import { ConfirmDialog, RenameDialog } from './dialogs.tsx';

/** What the library asks before it acts. */
export type Asking =
  | { what: 'rename' | 'delete'; conversation: Conversation }
  | { what: 'deleteMany'; ids: readonly string[] }
  | { what: 'project'; project: Project | null }
  | { what: 'deleteProject'; project: Project };

type Props = {
  asking: Asking;
  list: ConversationList;
  projects: ProjectList;
  currentId: string | null;
  onClose: () => void;
  onDeletedMany: () => void;
};

export const LibraryDialogs = ({ asking, list, projects, currentId, onClose, onDeletedMany }: Props) => {
  switch (asking.what) {
    case 'rename': {
      const { conversation } = asking;
      return (
        <RenameDialog conversation={conversation} onClose={onClose} act={(title) => list.rename(conversation, title)} />
      );
    }
    case 'delete': {
      const { conversation } = asking;
      return (
        <ConfirmDialog
          title="Delete this conversation?"
          description={`“${conversation.title}” goes from your list, and an answer under way is stopped.`}
          onClose={onClose}
          act={async () => {
            await list.remove(conversation);
            if (conversation.id === currentId) navigate('/');
          }}
        />
      );
    }
    case 'deleteMany': {
      const { ids } = asking;
      return (
        <ConfirmDialog
          title={ids.length === 1 ? 'Delete one conversation?' : `Delete ${ids.length} conversations?`}
          description="They go from your list, and answers under way are stopped."
          onClose={onClose}
          act={async () => {
            await list.removeMany(ids);
            onDeletedMany();
            if (currentId !== null && ids.includes(currentId)) navigate('/');
          }}
        />
      );
    }
    case 'project': {
      const { project } = asking;
      return (
        <ProjectDialog
          project={project}
          onClose={onClose}
          act={(draft) => (project ? projects.change(project, draft) : projects.create(draft))}
        />
      );
    }
    case 'deleteProject': {
      const { project } = asking;
      return (
        <ConfirmDialog
          title="Delete this project?"
          description={`“${project.name}” and its instructions go; its conversations stay.`}
          onClose={onClose}
          act={() => projects.remove(project)}
        />
      );
    }
  }
};
