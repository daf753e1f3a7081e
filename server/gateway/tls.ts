import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { TurnlogError } from '../errors.ts';

export type Tls = { readonly cert: Buffer; readonly key: Buffer };

/** @throws TurnlogError VALIDATION: which file cannot be read or used */
export const readTls = (files: { tlsCert?: string | undefined; tlsKey?: string | undefined }): Tls | null => {
  if (files.tlsCert === undefined || files.tlsKey === undefined) return null;
  try {
    const tls = { cert: readFileSync(files.tlsCert), key: readFileSync(files.tlsKey) };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    throw new TurnlogError('VALIDATION', `GATEWAY_TLS_CERT and GATEWAY_TLS_KEY cannot be used: ${why}`, {
      cause: error,
    });
  }
};
