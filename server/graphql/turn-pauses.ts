import type { TurnPause } from '../../projections/turn-pauses.ts';
import { builder } from './builder.ts';

export const TurnPauseRef = builder.objectRef<TurnPause>('TurnPause').implement({
  description: 'Between what one worker wrote last and what the next went on with.',
  fields: (t) => ({
    pausedAt: t.field({ type: 'DateTime', resolve: ({ pausedAt }) => new Date(pausedAt) }),
    resumedAt: t.field({ type: 'DateTime', resolve: ({ resumedAt }) => new Date(resumedAt) }),
    mode: t.exposeString('mode', {
      description: "continue: the answer's text went on; restart: the model was asked again, since there was none.",
    }),
  }),
});
