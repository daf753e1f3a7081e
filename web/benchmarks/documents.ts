import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

export const ModelsQuery = document(
  'query Models { models { id provider isDefault } }',
  z.object({ models: z.array(z.object({ id: z.string(), provider: z.string() })) }),
);
