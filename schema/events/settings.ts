import { z } from 'zod';

export const laneNames = ['chat', 'image', 'vision'] as const;
export type LaneName = (typeof laneNames)[number];

const count = z.int().min(1).max(10_000);

/** How many turns of a lane run at once: a number, what this machine suggests, or as the load allows. */
export const laneLimit = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('fixed'), limit: count }),
  z.object({ mode: z.literal('suggested') }),
  /** Between `min` and `max`, while answers begin within `firstTokenMs` and come at `tokensPerSecond` or faster. */
  z.object({
    mode: z.literal('adaptive'),
    min: count,
    max: count,
    firstTokenMs: z.int().min(100).max(600_000),
    tokensPerSecond: z.number().min(0).max(10_000),
  }),
]);
export type LaneLimit = z.infer<typeof laneLimit>;

export const signUp = z.enum(['off', 'invitation']);

/** Events of the stream `settings`; null goes back to what the environment says. Source: the settings' decider. */
export const settingsEvents = {
  LaneLimitChanged: z.object({ lane: z.enum(laneNames), limit: laneLimit.nullable(), by: z.string() }),
  DefaultModelChanged: z.object({ model: z.string().nullable(), by: z.string() }),
  /** The model that chooses tools. */
  RouterModelChanged: z.object({ model: z.string().nullable(), by: z.string() }),
  SignUpChanged: z.object({ signUp: signUp.nullable(), by: z.string() }),
} as const;
