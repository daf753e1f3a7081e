import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';
import { conversation, conversationFields } from '../graphql/shapes.ts';
import { colours } from './colours.ts';

const project = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(colours),
  instructions: z.string(),
});
export type Project = z.infer<typeof project>;
const projectFields = 'id name colour instructions';

export const ProjectsQuery = document(
  `query Projects { projects { ${projectFields} } }`,
  z.object({ projects: z.array(project) }),
);

export const CreateProject = document(
  `mutation CreateProject($name: String!, $colour: ProjectColour, $instructions: String) {
    createProject(name: $name, colour: $colour, instructions: $instructions) { ${projectFields} }
  }`,
  z.object({ createProject: project }),
);

export const ChangeProject = document(
  `mutation ChangeProject($id: ID!, $name: String, $colour: ProjectColour, $instructions: String) {
    changeProject(id: $id, name: $name, colour: $colour, instructions: $instructions) { ${projectFields} }
  }`,
  z.object({ changeProject: project }),
);

export const DeleteProject = document(
  'mutation DeleteProject($id: ID!) { deleteProject(id: $id) }',
  z.object({ deleteProject: z.string() }),
);

export const FileConversation = document(
  `mutation FileConversation($id: ID!, $projectId: ID) {
    fileConversation(id: $id, projectId: $projectId) { ${conversationFields} }
  }`,
  z.object({ fileConversation: conversation }),
);

export const DeleteConversations = document(
  'mutation DeleteConversations($ids: [ID!]!) { deleteConversations(ids: $ids) }',
  z.object({ deleteConversations: z.array(z.string()) }),
);
