import type { Usage as Counted } from '../../schema/events/turn.ts';
import { builder } from './builder.ts';

export const Usage = builder.objectRef<Counted>('Usage').implement({
  fields: (t) => ({
    promptTokens: t.exposeInt('promptTokens'),
    completionTokens: t.exposeInt('completionTokens'),
    estimated: t.exposeBoolean('estimated', {
      description: 'True where the provider counted nothing and the numbers are estimates.',
    }),
  }),
});
