import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createLog } from '../../../server/log.ts';
import type { DoorEnv } from '../../../server/rest/guards.ts';
import { observeRequests } from '../../../server/rest/requests.ts';
import { injected } from '../../support/injected.ts';

it('tells the route that answered, also where others stand behind it', async () => {
  const routes: string[] = [];
  const answered = ({ route, status }: { route: string; status: number }) => void routes.push(`${status} ${route}`);
  const app = new Hono<DoorEnv>()
    .use(observeRequests({ ...injected, log: createLog('silent'), newId: () => 'id', answered }))
    .get('/api/things/:id', (c) => c.text('a thing'))
    .all('/graphql', (c) => c.text('an answer'))
    .use('/*', async (_, next) => next())
    .get('/*', (c, next) => (c.req.path === '/page' ? c.text('a page') : next()));
  for (const path of ['/api/things/1', '/graphql', '/page', '/api/secret-words']) await app.request(path);
  expect(routes).toEqual(['200 /api/things/:id', '200 /graphql', '200 /*', '404 none']);
});
