import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { patchBody, streamBody } from '../rest/chat.ts';
import { behind, body, invalid, missing, ok, operation, scoped, wrong } from './operation.ts';
import { conversation, done, wholeConversation } from './shapes.ts';

const tags = ['Chat'];
const idParams = z.object({ id: z.string().meta({ description: 'Of a conversation.' }) });
const genParams = z.object({ genId: z.string().meta({ description: 'Of a turn: `genId` of its first frame.' }) });
const asked = z.object({ projectId: z.string().optional().meta({ description: 'Those that are filed under it.' }) });
const idempotencyKey = z.string().min(1).max(255).optional();
const since = z.string().optional().meta({ description: 'The first id that is wanted.' });
const lastEventId = z.string().optional().meta({ description: 'The last id that was read; wins over since.' });
const frames = {
  description:
    'The frames of the turn: `gen`, `queue`, `token`, `block` and others, up to `done`, `error` or `cancelled`.',
  content: { 'text/event-stream': { schema: z.string() } },
};

export const chatPaths: ZodOpenApiPathsObject = {
  '/api/chat/conversations': {
    get: operation('conversations', 'Conversations, pinned first, then newest first', {
      tags,
      requestParams: { query: asked },
      responses: { ...ok('All of them.', z.array(conversation)), ...scoped, ...behind },
    }),
  },
  '/api/chat/conversations/{id}': {
    get: operation('conversation', 'A conversation with its messages along the active branch', {
      tags,
      requestParams: { path: idParams },
      responses: { ...ok('The conversation.', wholeConversation), ...scoped, ...missing, ...behind },
    }),
    patch: operation('changeConversation', 'Rename or pin', {
      tags,
      requestParams: { path: idParams },
      ...body(patchBody),
      responses: { ...ok('Changed.', done), ...scoped, ...invalid, ...missing, ...behind },
    }),
    delete: operation('deleteConversation', 'Delete; a running turn is cancelled first', {
      tags,
      requestParams: { path: idParams },
      responses: { ...ok('Deleted.', done), ...scoped, ...missing, ...behind },
    }),
  },
  '/api/chat/stream': {
    post: operation('ask', 'Ask, and read the answer as it is written', {
      tags,
      requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKey }) },
      ...body(streamBody),
      responses: { '200': frames, ...scoped, ...invalid, ...behind },
    }),
  },
  '/api/chat/stream/{genId}': {
    get: operation('resume', 'Read a turn on', {
      tags,
      requestParams: {
        path: genParams,
        query: z.object({ since }),
        header: z.object({ 'Last-Event-ID': lastEventId }),
      },
      responses: {
        '200': frames,
        '204': { description: 'Nothing is left behind Last-Event-ID.' },
        '400': wrong('A cursor is wrong.'),
        ...scoped,
        ...missing,
        ...behind,
      },
    }),
  },
  '/api/chat/stream/{genId}/blobs/{hash}': {
    get: operation('blob', "A picture of the turn, or a tool's whole result", {
      tags,
      requestParams: { path: genParams.extend({ hash: z.string().meta({ description: 'SHA-256 in hex.' }) }) },
      responses: {
        '200': {
          description: 'What is kept beside the turn.',
          content: { 'image/png': {}, 'image/jpeg': {}, 'image/webp': {}, 'image/gif': {}, 'application/json': {} },
        },
        ...scoped,
        ...missing,
      },
    }),
  },
  '/api/chat/stream/{genId}/cancel': {
    post: operation('cancel', 'Stop a turn', {
      tags,
      requestParams: { path: genParams },
      responses: { ...ok('`ok` is false where nothing was left to stop.', done), ...scoped, ...missing, ...behind },
    }),
  },
};
