import { z } from 'zod';
import { preferences } from '../preferences.ts';

/** Colours a project may be marked with; how each looks is the client's business. */
export const projectColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const;

/** What a project is: `instructions` go into the prompt of its conversations; `name` is never blank. */
export const projectData = z.object({ name: z.string(), colour: z.enum(projectColours), instructions: z.string() });
export type ProjectData = z.infer<typeof projectData>;

/** What an analyst can ask of the log. */
const auditReads = ['events', 'allEvents', 'export', 'turns', 'turn', 'usage'] as const;

/** Events of a `user-<id>` stream. Source: the deciders in server/user/, each of its own events. */
export const userEvents = {
  /** All of them, as they are from then on. */
  PreferencesChanged: preferences,
  ProjectCreated: projectData.extend({ projectId: z.uuid() }),
  ProjectChanged: projectData.extend({ projectId: z.uuid() }),
  /** Its conversations stay, filed nowhere. */
  ProjectDeleted: z.object({ projectId: z.uuid() }),
  /** `offline`: no tool may use the network; `disabled`: ids of tools that are never used. */
  ToolUseChanged: z.object({ offline: z.boolean(), disabled: z.array(z.string()) }),
  /** Ids of tools that an administrator keeps from the user, from then on; `by` is the administrator's id. */
  ToolsGated: z.object({ denied: z.array(z.string()), by: z.string() }),
  /** What is at home from now on, by its name. */
  InventoryItemPut: z.object({ name: z.string(), place: z.string().nullable(), quantity: z.int() }),
  InventoryItemRemoved: z.object({ name: z.string() }),
  /** Somebody with the scope `audit` read: what was asked (filters, ids, ranges), never what was answered. */
  AuditRead: z.object({ what: z.enum(auditReads), asked: z.record(z.string(), z.json()) }),
} as const;
