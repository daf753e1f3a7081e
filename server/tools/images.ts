import { z } from 'zod';
import { askJson, webLink } from './ask.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { Sources } from './sources.ts';
import type { DrawImage } from './tool.ts';

const answer = z.object({
  data: z.array(z.object({ url: webLink.nullish(), b64_json: z.base64().nullish() })),
});

type ImageOptions = { readonly fetch: GuardedFetch; readonly sources: Sources; readonly limit: () => number };

/** Draws at an OpenAI-compatible image server, in a line of its own: first in, first out, at most `limit` at once. */
export const openImages = ({ fetch, sources, limit }: ImageOptions): DrawImage | null => {
  if (!sources.isConfigured('images')) return null;
  const waiting: (() => void)[] = [];
  let running = 0;

  const next = () => {
    while (running < limit() && waiting.length > 0) {
      running += 1;
      waiting.shift()?.();
    }
  };

  const slot = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
      next();
    });

  return async (prompt, signal) => {
    signal.throwIfAborted();
    await slot(signal);
    try {
      const url = sources.url('images', '/v1/images/generations');
      const { data } = await askJson({ fetch, signal }, url, answer, { method: 'POST', body: { prompt, n: 1 } });
      const [image] = data;
      return image?.url ?? (image?.b64_json ? `data:image/png;base64,${image.b64_json}` : null);
    } finally {
      running -= 1;
      next();
    }
  };
};
