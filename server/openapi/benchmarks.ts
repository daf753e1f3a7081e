import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { chatQuery, routerQuery } from '../rest/benchmarks.ts';
import { invalid, operation, scoped, wrong } from './operation.ts';

const tags = ['Administration'];
const steps = (last: string) => ({
  description: `Steps, each named by its type: ${last}; \`error\` where it breaks off. Leaving ends the benchmark.`,
  content: { 'text/event-stream': { schema: z.string() } },
});
const refused = {
  ...scoped,
  ...invalid,
  '409': wrong('A benchmark runs already.'),
};

export const benchmarkPaths: ZodOpenApiPathsObject = {
  '/api/admin/chat-benchmark/stream': {
    get: operation('chatBenchmark', 'What an answer waits for, stage by stage', {
      tags,
      requestParams: { query: chatQuery },
      responses: { '200': steps('`progress`, `stage`, `routing` and `result`'), ...refused },
    }),
  },
  '/api/admin/router-benchmark/stream': {
    get: operation('routerBenchmark', 'How well messages are routed', {
      tags,
      requestParams: { query: routerQuery },
      responses: { '200': steps('`progress` and `result`'), ...refused },
    }),
  },
};
