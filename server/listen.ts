import { once } from 'node:events';
import type { Server } from 'node:net';
import { TurnlogError } from './errors.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'another process listens there already',
  EACCES: 'this process may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
};

const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined;

type Place = { readonly port: number; readonly host: string };

/**
 * Answers with the port, which the system chooses for port 0. `setting` is the variable that the port comes from.
 * @throws TurnlogError VALIDATION: why nothing can listen there
 */
export const listenAt = async (server: Server, { port, host }: Place, setting: string): Promise<number> => {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new TurnlogError('VALIDATION', `${setting}=${port}: cannot listen on ${host}: ${reason}`, { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
};
