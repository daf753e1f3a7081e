import { Hono } from 'hono';
import { createDocument } from 'zod-openapi';
import { SESSION_COOKIE } from '../auth/credentials.ts';
import { auditPaths } from './audit.ts';
import { authPaths } from './auth.ts';
import { benchmarkPaths } from './benchmarks.ts';
import { chatPaths } from './chat.ts';
import { healthPaths } from './health.ts';
import { transferPaths } from './transfer.ts';

const tags = {
  Chat: 'Conversations, and turns as they are written.',
  'Export and import': 'Conversations as files.',
  'Sign-in': 'Sessions and invitations.',
  Audit: 'The log, for analysts and operators.',
  Administration: 'What the server can do, measured.',
  Operations: 'How the server is.',
};

/** Bodies and parameters are described by what validates them. */
const describe = (serverUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Turnlog',
      version: '1',
      description: 'Conversations with a language model, kept as a log. GraphQL stands at `/graphql`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ session: [] }, { token: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
      },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...chatPaths, ...transferPaths, ...authPaths, ...auditPaths, ...benchmarkPaths, ...healthPaths },
  });

/** `/api/openapi.json`: what the REST routes take and answer. */
export const openapiRoutes = ({ appUrl }: { appUrl?: string | undefined }) => {
  const document = describe(appUrl ?? '/');
  return new Hono().get('/api/openapi.json', (c) => c.json(document));
};
