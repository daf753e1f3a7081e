import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { TransferCommands } from '../commands/transfer.ts';
import { TurnlogError } from '../errors.ts';
import type { ReadModels } from '../processors/read-models.ts';
import { conversationMarkdown } from './conversation-markdown.ts';
import { everyRow } from './every-row.ts';
import { type DoorEnv, limitBody, readBody, requireScope } from './guards.ts';

type TransferDoor = {
  readonly auth: Pick<Auth, 'authenticate'>;
  readonly transfer: TransferCommands;
  readonly readModels: Pick<ReadModels, 'conversation' | 'messages'>;
  readonly maxImportBytes: number;
};

/** For a browser to keep as a file, named by the title; `filename*` is for those that know more than ASCII. */
const asFile = (c: Context, title: string, extension: string): void => {
  const name = `${title.replace(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, ' ').trim() || 'conversation'}.${extension}`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  c.header('content-disposition', `attachment; filename="conversation.${extension}"; filename*=UTF-8''${encoded}`);
  c.header('cache-control', 'no-store');
};

/** `/api/conversations/:id/export.json` and `.md`, and `/api/conversations/import`. */
export const transferRoutes = ({ auth, transfer, readModels, maxImportBytes }: TransferDoor) =>
  new Hono<DoorEnv>()
    .basePath('/api/conversations')
    .use(requireScope(auth, 'chat'))
    .get('/:id/export.json', async (c) => {
      const { userId } = c.get('identity');
      const file = await transfer.exportConversation({ userId, conversationId: c.req.param('id') });
      asFile(c, file.title, 'json');
      return c.body(`${JSON.stringify(file, null, 2)}\n`, 200, { 'content-type': 'application/json; charset=utf-8' });
    })
    .get('/:id/export.md', async (c) => {
      const { userId } = c.get('identity');
      const row = await readModels.conversation(userId, c.req.param('id'));
      if (!row) throw new TurnlogError('NOT_FOUND', 'not found');
      const rows = await everyRow((page) => readModels.messages(userId, row.id, page));
      asFile(c, row.title, 'md');
      return c.body(conversationMarkdown(row.title, rows), 200, { 'content-type': 'text/markdown; charset=utf-8' });
    })
    .post('/import', limitBody({ maxBodyBytes: maxImportBytes }), async (c) => {
      const file = await readBody(c, z.unknown());
      const key = z
        .string()
        .max(255)
        .optional()
        .safeParse(c.req.header('idempotency-key') || undefined);
      if (!key.success) throw new TurnlogError('VALIDATION', 'Idempotency-Key: at most 255 characters');
      const { userId } = c.get('identity');
      return c.json(await transfer.importConversation({ userId, file, idempotencyKey: key.data }));
    });
