import { TurnlogError } from '../../server/errors.ts';
import { openGuardedFetch } from '../../server/tools/guarded-fetch.ts';
import { openImages } from '../../server/tools/images.ts';
import { hostsOf, openSources, type SourceConfig } from '../../server/tools/sources.ts';
import type { ToolContext } from '../../server/tools/tool.ts';

/** All that a tool is given, with the real clients; the day is the tenth of March 2026. */
export const toolContext = (config: SourceConfig, signal = new AbortController().signal): ToolContext => {
  const fetch = openGuardedFetch(hostsOf(config));
  const sources = openSources(config);
  return {
    userId: 'user',
    now: new Date('2026-03-10T12:00:00Z'),
    timeZone: 'Europe/Berlin',
    random: () => 0.5,
    fetch,
    sources,
    inventory: { list: async () => [], put: async () => undefined, remove: async () => false },
    askModel: async () => {
      throw new TurnlogError('PROVIDER_FAILED', 'no language model is there to ask');
    },
    drawImage: openImages({ fetch, sources, inLane: (work) => work() }),
    signal,
  };
};
