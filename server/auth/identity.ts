import type { Scope } from './scopes.ts';

export type User = { readonly id: string; readonly username: string; readonly isAdmin: boolean };

/** Who asks, by which credential, and what that may be used for. */
export type Identity = {
  readonly userId: string;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly scopes: readonly Scope[];
} & ({ readonly via: 'session'; readonly sessionId: string } | { readonly via: 'token'; readonly tokenId: string });

export const credentialId = (identity: Identity): string =>
  identity.via === 'session' ? identity.sessionId : identity.tokenId;

/** `bytes` unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array;
export type NewId = () => string;
