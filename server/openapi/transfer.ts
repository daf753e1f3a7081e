import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { transferFile } from '../../schema/transfer.ts';
import { behind, body, invalid, missing, ok, operation, scoped } from './operation.ts';

const tags = ['Export and import'];
const path = z.object({ id: z.string().meta({ description: 'Of a conversation.' }) });
const idempotencyKey = z.string().max(255).optional();

export const transferPaths: ZodOpenApiPathsObject = {
  '/api/conversations/{id}/export.json': {
    get: operation('exportJson', 'A conversation with all its branches, for an import', {
      tags,
      requestParams: { path },
      responses: { ...ok('The file.', transferFile), ...scoped, ...missing, ...behind },
    }),
  },
  '/api/conversations/{id}/export.md': {
    get: operation('exportMarkdown', 'A conversation along its active branch, to read', {
      tags,
      requestParams: { path },
      responses: {
        '200': { description: 'The file.', content: { 'text/markdown': { schema: z.string() } } },
        ...scoped,
        ...missing,
        ...behind,
      },
    }),
  },
  '/api/conversations/import': {
    post: operation('importConversation', 'A conversation from a file that was exported', {
      tags,
      requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKey }) },
      ...body(transferFile),
      responses: {
        ...ok('It is there.', z.object({ conversationId: z.uuid() })),
        ...scoped,
        ...invalid,
        ...missing,
        ...behind,
      },
    }),
  },
};
