import { z } from 'zod';
import { projectColours } from '../schema/events/user.ts';
import { idOf } from '../schema/streams.ts';
import type { Projection, Statement } from './projection.ts';

export const projects: Projection = {
  name: 'projects',
  version: 1,
  tables: `
    create table projects (
      id uuid primary key,
      user_id text not null,
      name text not null,
      colour text not null,
      instructions text not null,
      created_at timestamptz not null
    );
    create index projects_user on projects (user_id);`,
  types: ['ProjectCreated', 'ProjectChanged', 'ProjectDeleted'],
  project(event) {
    switch (event.type) {
      case 'ProjectCreated': {
        const { projectId, name, colour, instructions } = event.data;
        return [
          {
            text: `insert into projects (id, user_id, name, colour, instructions, created_at)
                   values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
            values: [projectId, idOf(event.stream.name), name, colour, instructions, event.recordedAt],
          },
        ];
      }
      case 'ProjectChanged': {
        const { projectId, name, colour, instructions } = event.data;
        return [
          {
            text: 'update projects set name = $2, colour = $3, instructions = $4 where id = $1',
            values: [projectId, name, colour, instructions],
          },
        ];
      }
      case 'ProjectDeleted':
        return [{ text: 'delete from projects where id = $1', values: [event.data.projectId] }];
      default:
        return [];
    }
  },
};

export const projectRow = z
  .object({
    id: z.string(),
    name: z.string(),
    colour: z.enum(projectColours),
    instructions: z.string(),
    created_at: z.date(),
  })
  .transform(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
export type ProjectRow = z.infer<typeof projectRow>;

const columns = 'id, name, colour, instructions, created_at';

/** By name, whatever the database's collation. */
export const projectsQuery = (userId: string): Statement => ({
  text: `select ${columns} from projects where user_id = $1 order by lower(name) collate "C", id`,
  values: [userId],
});

export const projectQuery = (userId: string, id: string): Statement => ({
  text: `select ${columns} from projects where user_id = $1 and id = $2`,
  values: [userId, id],
});

/** What the model is to be told in a conversation: its project's instructions. */
export const instructionsQuery = (conversationId: string): Statement => ({
  text: `select p.name, p.instructions from conversations c join projects p on p.id = c.project_id
          where c.id = $1 and p.instructions <> ''`,
  values: [conversationId],
});
export const instructionsRow = z.object({ name: z.string(), instructions: z.string() });
export type Instructions = z.infer<typeof instructionsRow>;
