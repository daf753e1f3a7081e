import type { Api } from '../graphql/api.ts';
import { ChangeProject, CreateProject, DeleteProject, type Project, ProjectsQuery } from './documents.ts';

type Deps = {
  api: Pick<Api, 'request' | 'wait'>;
  onProjectEvent: (hearer: () => void) => () => void;
};
export type ProjectDraft = Pick<Project, 'name' | 'colour' | 'instructions'>;

/** The viewer's projects by name, kept up to date by what happens to them, in this tab or another. */
export const openProjectList = ({ api, onProjectEvent }: Deps) => {
  let projects: readonly Project[] = [];
  const listeners = new Set<() => void>();
  const show = (next: readonly Project[]): void => {
    projects = next;
    for (const listener of [...listeners]) listener();
  };

  const load = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        show((await api.request(ProjectsQuery, {}, { signal })).projects);
        return;
      } catch {
        await api.wait(attempt, signal);
      }
    }
  };
  const reload = (): Promise<void> => load(new AbortController().signal);

  return {
    projects: (): readonly Project[] => projects,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads and listens until the returned function is called. */
    run(): () => void {
      const running = new AbortController();
      const stopHearing = onProjectEvent(() => void load(running.signal));
      return () => {
        stopHearing();
        running.abort();
      };
    },
    async create(draft: ProjectDraft): Promise<Project> {
      const { createProject } = await api.request(CreateProject, draft);
      await reload();
      return createProject;
    },
    async change({ id }: Project, draft: ProjectDraft): Promise<void> {
      await api.request(ChangeProject, { id, ...draft });
      await reload();
    },
    async remove({ id }: Project): Promise<void> {
      await api.request(DeleteProject, { id });
      await reload();
    },
  };
};

export type ProjectList = ReturnType<typeof openProjectList>;
