import { z } from 'zod';
import { blockSchema, sourceSchema } from '../../schema/blocks.ts';
import { scopes } from '../auth/scopes.ts';

const id = z.uuid();
const moment = z.iso.datetime();
const json = z.json().meta({ id: 'Json' });

/** What the routes answer, for their description. */
export const failure = z
  .object({ error: z.string().meta({ description: 'What was wrong, in words.' }), id: z.string().optional() })
  .meta({ id: 'Error' });
export const done = z.object({ ok: z.boolean() });
export const user = z.object({ id, username: z.string(), isAdmin: z.boolean() }).meta({ id: 'User' });
export const me = user.extend({ scopes: z.array(z.enum(scopes)) }).meta({ id: 'Me' });
export const invited = z.object({
  username: z.string().nullable().meta({ description: 'Whose password it sets; null where it makes an account.' }),
  isAdmin: z.boolean(),
  expiresAt: moment,
});
export const conversation = z
  .object({
    id,
    title: z.string(),
    pinned: z.boolean(),
    projectId: z.string().nullable(),
    characterId: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
    preview: z.string().meta({ description: 'The beginning of the last message.' }),
  })
  .meta({ id: 'Conversation' });
const message = z
  .object({
    id,
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    createdAt: moment,
    interrupted: z.boolean(),
    blocks: z.array(z.union([blockSchema, json]).meta({ description: 'Show the types you know, the rest as a tree.' })),
    sources: z.array(z.union([sourceSchema, json])),
  })
  .meta({ id: 'Message' });
export const wholeConversation = conversation.extend({ messages: z.array(message) }).meta({ id: 'WholeConversation' });
const lane = z.object({ waiting: z.int(), running: z.int() });
export const health = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable']),
    store: z.object({ ok: z.boolean(), kind: z.string(), head: z.string().nullable() }),
    projections: z.array(z.looseObject({ name: z.string(), position: z.string(), lag: z.string() })),
    provider: json,
    queue: z.record(z.string(), lane),
    router: z
      .object({ embedder: z.string(), embedded: z.boolean() })
      .describe('which model scores messages for tools; embedded while no embedding server answers'),
    draining: z.boolean(),
  })
  .meta({ id: 'Health' });
export const readiness = z.object({ status: z.string() });
