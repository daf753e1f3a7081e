import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { failure } from './shapes.ts';

/** What the descriptions of the routes are put together from. */
export const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
export const ok = (description: string, schema: z.ZodType) => ({ '200': { description, content: json(schema) } });
export const wrong = (description: string) => ({ description, content: json(failure) });
export const body = (schema: z.ZodType) => ({ requestBody: { required: true, content: json(schema) } });

const retryAfter = z.object({ 'retry-after': z.string().meta({ description: 'Seconds to wait.' }) });
const later = (description: string) => ({ ...wrong(description), headers: retryAfter });

/** What any route may answer, and those that read what is projected. */
export const busy = { '429': later('Too many requests, or too much waits.') };
export const closed = { ...busy, '401': wrong('Nobody is signed in.') };
export const scoped = { ...closed, '403': wrong('The credential lacks the scope, or another site asks.') };
export const behind = { '503': later('The store, or what is read from it, does not keep up.') };
export const invalid = { '400': wrong('The body or a parameter is wrong.'), '413': wrong('The body is too large.') };
export const missing = { '404': wrong("It is missing, or another's.") };

/** Needs no credential. */
export const open = { security: [] };

type Described = Omit<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'responses'> & {
  responses: ZodOpenApiResponsesObject;
};
export const operation = (operationId: string, summary: string, rest: Described): ZodOpenApiOperationObject => ({
  operationId,
  summary,
  ...rest,
});
