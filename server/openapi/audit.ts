import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { eventsAsked } from '../analysis/asked.ts';
import { eventLine, rebuildLine } from '../audit/lines.ts';
import { behind, missing, operation, scoped, wrong } from './operation.ts';

const tags = ['Audit'];
const lines = (description: string, schema: z.ZodType) => ({
  '200': { description, content: { 'application/x-ndjson': { schema } } },
});
const types = z.string().optional().meta({ description: 'Types of events, separated by commas.' });
const path = z.object({ turnId: z.string() });
const name = z.string().optional().meta({ description: 'Of a read model; all of them without it.' });
const asked = { '400': wrong('A parameter is wrong.') };

export const auditPaths: ZodOpenApiPathsObject = {
  '/api/audit/events': {
    get: operation('exportEvents', 'The log, a line an event; needs the scope audit', {
      tags,
      requestParams: { query: z.object({ ...eventsAsked.shape, types }) },
      responses: { ...lines('Events, in the order of the log.', eventLine), ...asked, ...scoped, ...behind },
    }),
  },
  '/api/audit/turns/{turnId}/events': {
    get: operation('exportTurn', 'The events of a turn, up to its end; needs the scope audit', {
      tags,
      requestParams: { path },
      responses: { ...lines('Events, in order.', eventLine), ...scoped, ...missing, ...behind },
    }),
  },
  '/api/audit/rebuild': {
    post: operation('rebuild', 'Build read models anew, beside what serves; needs the scope admin', {
      tags,
      requestParams: { query: z.object({ name }) },
      responses: { ...lines('How far it is, as it goes.', rebuildLine), ...asked, ...scoped, ...behind },
    }),
  },
};
