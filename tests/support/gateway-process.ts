import { rm } from 'node:fs/promises';
import { newDataDir } from './pglite-template.ts';
import { startStandIn } from './stand-in.ts';

/** A stand-in with a data directory of its own. */
export const startGatewayProcess = async (env: Record<string, string> = {}) => {
  const dataDir = await newDataDir('turnlog-gateway-');
  const { url, kill, restart } = await startStandIn({ dataDir, env });
  return {
    url,
    kill,
    restart,
    async close() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
