import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { parseTurnCursor } from '../../schema/cursor.ts';
import { isTerminal } from '../../schema/events/index.ts';
import { asRevision, type Revision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import type { Auth } from '../auth/auth.ts';
import type { ConversationCommands } from '../commands/conversations.ts';
import { optional } from '../commands/input.ts';
import { type TurnCommands, turnInput } from '../commands/turns.ts';
import { TurnlogError } from '../errors.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import type { ConversationRow, MessageRow, ReadModels } from '../processors/read-models.ts';
import type { Time } from '../time.ts';
import { type Reading, type StreamDeps, streamTurn } from './chat-stream.ts';
import { everyRow } from './every-row.ts';
import { type DoorEnv, limitBody, readBody, requireScope } from './guards.ts';
import { sseHeaders } from './sse.ts';

export type ChatDeps = StreamDeps &
  Pick<Time, 'now'> & {
    auth: Pick<Auth, 'authenticate' | 'watchIdentity'>;
    conversations: ConversationCommands;
    turns: TurnCommands;
    readModels: ReadModels;
    /** How long a finished turn's stream can be resumed here; 0 for ever. */
    chatStreamGcMs: number;
    maxBodyBytes: number;
    log: { warn(obj: object, msg: string): void };
  };

export const streamBody = turnInput.omit({ idempotencyKey: true, model: true, parentMessageId: true });
export const patchBody = z
  .object({ title: optional(z.string()), pinned: optional(z.boolean()) })
  .refine(({ title, pinned }) => title !== undefined || pinned !== undefined, 'give a title, or pinned, or both');

const notFound = () => new TurnlogError('NOT_FOUND', 'not found');

const conversationJson = (row: ConversationRow) => ({
  id: row.id,
  title: row.title,
  pinned: row.pinned,
  projectId: row.projectId,
  characterId: row.characterId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  preview: row.preview,
});

const messageJson = (row: MessageRow) => ({
  id: row.id,
  role: row.role,
  content: row.content,
  createdAt: row.createdAt.toISOString(),
  interrupted: row.interrupted,
  blocks: row.blocks,
  sources: row.sources,
});

const first = async (events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent | undefined> => {
  for await (const event of events) return event;
  return undefined;
};

/** The first revision that is wanted, and whether an EventSource asks (by its header, which wins). */
const wanted = (c: Context, storeId: string): { from: Revision; byHeader: boolean } => {
  const header = c.req.header('last-event-id');
  const since = c.req.query('since');
  if (header !== undefined && header !== '') {
    const last = parseTurnCursor(storeId, header);
    if (last === null) throw new TurnlogError('VALIDATION', 'Last-Event-ID: the id of the last frame that was read');
    return { from: asRevision(last + 1), byHeader: true };
  }
  if (since === undefined || since === '') return { from: asRevision(0), byHeader: false };
  const from = parseTurnCursor(storeId, since);
  if (from === null) throw new TurnlogError('VALIDATION', 'since: a whole number, the first id that is wanted');
  return { from, byHeader: false };
};

/** Contract A: `/api/chat/*`. */
export const chatRoutes = (deps: ChatDeps) => {
  const { store, conversations, turns, readModels, log } = deps;
  const onError = (error: unknown) => log.warn({ err: error }, 'a stream broke off');

  const stream = (c: Context<DoorEnv>, turn: Omit<Reading, 'watch'>) => {
    const response = c.env.outgoing;
    if (!response) throw new TurnlogError('UNEXPECTED', "a stream needs Node's response");
    const identity = c.get('identity');
    const watch = (signal: AbortSignal) => deps.auth.watchIdentity(identity, signal);
    void streamTurn(deps, response, { ...turn, watch }, onError);
    return RESPONSE_ALREADY_SENT;
  };

  const resume = async (c: Context<DoorEnv>) => {
    const { userId } = c.get('identity');
    const turnId = (c.req.param('genId') ?? '').toLowerCase();
    if (!z.uuid().safeParse(turnId).success) throw notFound();
    const last = await first(store.readStream(turnStream(turnId), { direction: 'backwards', limit: 1 }));
    if (last?.stream.userId !== userId) throw notFound();
    // A request that lost against the end stands behind it: the end is looked for, not assumed to be last.
    const end = await readEnd(turnId, last);
    const age = end ? deps.now().getTime() - end.recordedAt.getTime() : 0;
    if (deps.chatStreamGcMs > 0 && age > deps.chatStreamGcMs) throw notFound();
    const { from, byHeader } = wanted(c, store.id);
    if (end && from > end.revision)
      return byHeader ? c.body(null, 204) : c.body('', 200, { ...sseHeaders, connection: 'close' });
    // A waiting turn's place is worked out from TurnQueued on, which the reader may have seen already.
    const isWaiting = last.type === 'TurnQueued';
    const after = from > 1 && !isWaiting ? asRevision(Math.min(from - 1, last.revision)) : undefined;
    return stream(c, { turnId, from, after });
  };

  const readEnd = async (turnId: string, last: RecordedEvent): Promise<RecordedEvent | undefined> => {
    if (isTerminal(last)) return last;
    if (last.type !== 'TurnCancelRequested') return undefined;
    for await (const event of store.readStream(turnStream(turnId), { direction: 'backwards' })) {
      if (isTerminal(event)) return event;
      if (event.type !== 'TurnCancelRequested') return undefined;
    }
    return undefined;
  };

  return new Hono<DoorEnv>()
    .basePath('/api/chat')
    .use(requireScope(deps.auth, 'chat'))
    .get('/conversations', async (c) => {
      const projectId = c.req.query('projectId') || undefined;
      const { userId } = c.get('identity');
      const rows = await everyRow((page) => readModels.conversations(userId, page, { projectId }));
      return c.json(rows.map(conversationJson));
    })
    .get('/conversations/:id', async (c) => {
      const { userId } = c.get('identity');
      const row = await readModels.conversation(userId, c.req.param('id'));
      if (!row) throw notFound();
      const rows = await everyRow((page) => readModels.messages(userId, row.id, page));
      return c.json({ ...conversationJson(row), messages: rows.map(messageJson) });
    })
    .patch('/conversations/:id', limitBody(deps), async (c) => {
      const owned = { userId: c.get('identity').userId, conversationId: c.req.param('id') };
      if (!(await conversations.ownsConversation(owned))) throw notFound();
      const { title, pinned } = await readBody(c, patchBody);
      if (title !== undefined) await conversations.renameConversation({ ...owned, title });
      if (pinned !== undefined) await conversations.pinConversation({ ...owned, pinned });
      return c.json({ ok: true });
    })
    .delete('/conversations/:id', async (c) => {
      await conversations.deleteConversation({ userId: c.get('identity').userId, conversationId: c.req.param('id') });
      return c.json({ ok: true });
    })
    .post('/stream', limitBody(deps), async (c) => {
      const body = await readBody(c, streamBody);
      const idempotencyKey = c.req.header('idempotency-key');
      const { turnId } = await turns.requestTurn(
        { userId: c.get('identity').userId, contract: 'chat', foreignConversation: 'replace' },
        { ...body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
      );
      c.set('told', { turnId });
      return stream(c, { turnId, from: asRevision(0), after: undefined });
    })
    .get('/stream/:genId', resume)
    .get('/stream/:genId/blobs/:hash', async (c) => {
      const { genId, hash } = c.req.param();
      const found = await deps.turnBlobs.find(c.get('identity').userId, genId, hash);
      if (!found) throw notFound();
      return c.body(Uint8Array.from(found.bytes).buffer, 200, {
        'content-type': found.type,
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    })
    .post('/stream/:genId/cancel', async (c) => {
      const { userId } = c.get('identity');
      const ok = await turns.cancelTurn({ userId, turnId: c.req.param('genId'), why: 'the user asked' });
      return c.json({ ok });
    });
};
