import { once } from 'node:events';
import type { Server } from 'node:net';
import { TurnlogError } from './errors.ts';

const NO_ADDRESS = 'this machine has no such address';
/** Which setting is wrong, and why. */
const reasons: Record<string, readonly ['port' | 'host', string]> = {
  EADDRINUSE: ['port', 'another process listens there already'],
  EACCES: ['port', 'this process may not listen there'],
  EADDRNOTAVAIL: ['host', NO_ADDRESS],
  ENOTFOUND: ['host', NO_ADDRESS],
};

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined;

type Place = { readonly port: number; readonly host: string };

/** The variables that a place comes from. */
type Settings = { readonly port: string; readonly host: string };

/**
 * Answers with the port, which the system chooses for port 0.
 * @throws TurnlogError VALIDATION: why nothing can listen there
 */
export const listenAt = async (server: Server, place: Place, settings: Settings): Promise<number> => {
  const { port, host } = place;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const found = reasonOf(error);
    if (!found) throw error;
    const [wrong, reason] = found;
    const message = `${settings[wrong]}=${place[wrong]}: cannot listen on ${host}: ${reason}`;
    throw new TurnlogError('VALIDATION', message, { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
};
