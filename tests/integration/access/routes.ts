import { anybody, type Entry, own, owner, scope, tested } from './entries.ts';

/**
 * Who may ask what: a line for every route, `GET /api/me`. Where a path holds an id, the line says whose it must be.
 * Beside each stands the body that it needs.
 */
export const routes: Record<string, Entry> = {
  'GET /api/health': anybody('how the parts are'),
  'GET /api/health/live': anybody('that the process lives'),
  'GET /api/health/ready': anybody('whether it takes turns'),
  'GET /api/openapi.json': anybody('what the routes take and answer'),
  'GET /metrics': tested('metrics.test.ts'),
  'POST /api/auth/local-login': tested('auth-rest.test.ts'),
  'POST /api/auth/logout': tested('auth-sessions.test.ts'),
  'POST /api/auth/password': tested('auth-own-password.test.ts'),
  'POST /api/auth/invitation': tested('auth-invitations.test.ts'),
  'POST /api/auth/accept-invitation': tested('auth-invitations.test.ts'),
  'GET /api/me': own(),

  'GET /api/chat/conversations': own(),
  'GET /api/chat/conversations/:id': owner('conversation'),
  'PATCH /api/chat/conversations/:id': owner('conversation', { title: 'Renamed' }),
  'DELETE /api/chat/conversations/:id': owner('conversation'),
  'POST /api/chat/stream': tested('routes.test.ts'),
  'GET /api/chat/stream/:genId': owner('turn'),
  'GET /api/chat/stream/:genId/blobs/:hash': tested('tools/pictures.test.ts'),
  'POST /api/chat/stream/:genId/cancel': owner('turn'),

  'GET /api/audit/events': scope('audit'),
  'GET /api/audit/turns/:turnId/events': scope('audit'),
  'POST /api/audit/rebuild': scope('admin'),
  'GET /api/admin/chat-benchmark/stream': scope('admin'),
  'GET /api/admin/router-benchmark/stream': scope('admin'),
  'GET /api/conversations/:id/export.json': owner('conversation'),
  'GET /api/conversations/:id/export.md': owner('conversation'),
  'POST /api/conversations/import': own({ format: 'turnlog.conversation', version: 1, title: 'Mine', story: [] }),

  'GET /graphiql': anybody('a page to try GraphQL in'),
  'GET /graphiql/:file': anybody('what the page is made of'),
  'ALL /graphql': tested('graphql.test.ts'),
};
