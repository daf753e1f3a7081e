import { z } from 'zod';
import { askJson, webLink } from './ask.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { Sources } from './sources.ts';
import type { DrawImage } from './tool.ts';

const answer = z.object({
  data: z.array(z.object({ url: webLink.nullish(), b64_json: z.base64().nullish() })),
});

type ImageOptions = {
  readonly fetch: GuardedFetch;
  readonly sources: Sources;
  /** Does the work once a slot for pictures is free. */
  readonly inLane: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
};

/** Draws at an OpenAI-compatible image server, in a lane of its own. */
export const openImages = ({ fetch, sources, inLane }: ImageOptions): DrawImage | null => {
  if (!sources.isConfigured('images')) return null;
  const url = sources.url('images', '/v1/images/generations');
  return async (prompt, signal) => {
    const draw = () => askJson({ fetch, signal }, url, answer, { method: 'POST', body: { prompt, n: 1 } });
    const [image] = (await inLane(draw, signal)).data;
    return image?.url ?? (image?.b64_json ? `data:image/png;base64,${image.b64_json}` : null);
  };
};
