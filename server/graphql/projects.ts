import type { ProjectRow } from '../../projections/projects.ts';
import { projectColours } from '../../schema/events/user.ts';
import { TurnlogError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { Conversation, requireConversation } from './conversations.ts';

const ProjectColour = builder.enumType('ProjectColour', {
  values: Object.fromEntries(projectColours.map((colour) => [colour.toUpperCase(), { value: colour }])),
});

const Project = builder.objectRef<ProjectRow>('Project').implement({
  description: 'What conversations are filed under. Its instructions go into the prompt of each of them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    colour: t.expose('colour', { type: ProjectColour }),
    instructions: t.exposeString('instructions'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.objectField(Conversation, 'projectId', (t) => t.exposeID('projectId', { nullable: true }));

builder.queryField('projects', (t) =>
  t.field({
    type: [Project],
    description: "The viewer's projects, by name.",
    resolve: (_, __, { deps, identity }) => deps.readModels.projects(identity.userId),
  }),
);

const requireProject = async ({ deps, identity }: Context, id: string): Promise<ProjectRow> => {
  const found = await deps.readModels.project(identity.userId, id);
  if (!found) throw new TurnlogError('NOT_FOUND', 'not found');
  return found;
};

/** An argument's null is one that was left out. */
const given = (args: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));

builder.mutationFields((t) => ({
  createProject: t.field({
    type: Project,
    args: {
      name: t.arg.string({ required: true }),
      colour: t.arg({ type: ProjectColour }),
      instructions: t.arg.string(),
    },
    resolve: async (_, args, context) => {
      const { userId } = context.identity;
      const { projectId } = await context.deps.projects.createProject({ ...given(args), userId });
      return requireProject(context, projectId);
    },
  }),
  changeProject: t.field({
    type: Project,
    description: 'What is not given stays as it is.',
    args: {
      id: t.arg.id({ required: true }),
      name: t.arg.string(),
      colour: t.arg({ type: ProjectColour }),
      instructions: t.arg.string(),
    },
    resolve: async (_, { id, ...args }, context) => {
      const { userId } = context.identity;
      await context.deps.projects.changeProject({ ...given(args), userId, projectId: id });
      return requireProject(context, id);
    },
  }),
  deleteProject: t.field({
    type: 'ID',
    description: 'Its conversations stay, filed nowhere. Returns the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      await deps.projects.deleteProject({ userId: identity.userId, projectId: id });
      return id;
    },
  }),
  fileConversation: t.field({
    type: Conversation,
    description: 'Files a conversation under a project, or, without one, nowhere.',
    args: { id: t.arg.id({ required: true }), projectId: t.arg.id() },
    resolve: async (_, { id, projectId }, context) => {
      const { userId } = context.identity;
      await context.deps.conversations.fileConversation({
        userId,
        conversationId: id,
        projectId: projectId ?? null,
      });
      return requireConversation(context, id);
    },
  }),
}));
