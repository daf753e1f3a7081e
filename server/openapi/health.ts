import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { busy, closed, json, ok, open, operation, wrong } from './operation.ts';
import { health, readiness } from './shapes.ts';

const tags = ['Operations'];

export const healthPaths: ZodOpenApiPathsObject = {
  '/api/health': {
    get: operation('health', 'How the parts are', {
      ...open,
      tags,
      responses: {
        ...ok('It takes turns; `degraded` where a read model stands still.', health),
        '403': wrong('Another site asks.'),
        '503': { description: 'It takes no turns.', content: json(health) },
      },
    }),
  },
  '/api/health/live': {
    get: operation('live', 'Whether the process lives', {
      ...open,
      tags,
      responses: { ...ok('It does.', readiness), '403': wrong('Another site asks.') },
    }),
  },
  '/api/health/ready': {
    get: operation('ready', 'Whether it takes turns', {
      ...open,
      tags,
      responses: {
        ...ok('It does.', readiness),
        '403': wrong('Another site asks.'),
        '503': { description: 'It takes none.', content: json(readiness) },
      },
    }),
  },
  '/metrics': {
    get: operation('metrics', 'Metrics for Prometheus', {
      tags,
      description: 'METRICS_ACCESS says who may read them; this machine itself may, unless it says otherwise.',
      responses: {
        '200': { description: "Prometheus' text format.", content: { 'text/plain': { schema: z.string() } } },
        ...closed,
        '403': wrong('The credential lacks the scope audit or admin.'),
        '404': wrong('Nobody may read them.'),
      },
    }),
  },
  '/api/openapi.json': {
    get: operation('openapi', 'This description', {
      ...open,
      tags,
      responses: { ...ok('OpenAPI 3.1.', z.looseObject({})), ...busy },
    }),
  },
};
