import type { UserEvent } from '../../schema/events/index.ts';
import type { ProjectData } from '../../schema/events/user.ts';
import { TurnlogError } from '../errors.ts';

export type ProjectCommand =
  | { type: 'CreateProject'; projectId: string; project: ProjectData }
  | { type: 'ChangeProject'; projectId: string; change: { [K in keyof ProjectData]?: ProjectData[K] | undefined } }
  | { type: 'DeleteProject'; projectId: string };

/** A user's projects by id; null for one that was deleted. */
export type ProjectsState = ReadonlyMap<string, ProjectData | null>;

/** As many as a sidebar can bear, and bounded, since every decision folds them. */
export const MAX_PROJECTS = 200;

const evolve = (state: ProjectsState, event: UserEvent): ProjectsState => {
  switch (event.type) {
    case 'ProjectCreated':
    case 'ProjectChanged': {
      const { projectId, ...project } = event.data;
      return new Map(state).set(projectId, project);
    }
    case 'ProjectDeleted':
      return new Map(state).set(event.data.projectId, null);
    default:
      return state;
  }
};

const decide = (command: ProjectCommand, state: ProjectsState): UserEvent[] => {
  const { projectId } = command;
  const known = state.get(projectId);
  if (command.type === 'CreateProject') {
    if (known !== undefined) return [];
    const open = [...state.values()].filter((project) => project !== null);
    if (open.length >= MAX_PROJECTS) {
      throw new TurnlogError('REJECTED', `there are ${MAX_PROJECTS} projects already: delete one first`);
    }
    return [{ type: 'ProjectCreated', data: { projectId, ...command.project } }];
  }
  if (known === undefined) throw new TurnlogError('NOT_FOUND', 'not found');
  if (command.type === 'DeleteProject') return known ? [{ type: 'ProjectDeleted', data: { projectId } }] : [];
  if (known === null) throw new TurnlogError('NOT_FOUND', 'not found');
  const { name = known.name, colour = known.colour, instructions = known.instructions } = command.change;
  return name === known.name && colour === known.colour && instructions === known.instructions
    ? []
    : [{ type: 'ProjectChanged', data: { projectId, name, colour, instructions } }];
};

const initial: ProjectsState = new Map();
export const projectsDecider = { initial, evolve, decide } as const;
