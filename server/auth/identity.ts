export type User = { readonly id: string; readonly username: string; readonly isAdmin: boolean };

/** Who asks, and by which credential. */
export type Identity = { readonly userId: string; readonly username: string; readonly isAdmin: boolean } & (
  | { readonly via: 'session'; readonly sessionId: string }
  | { readonly via: 'token'; readonly tokenId: string }
);

export const credentialId = (identity: Identity): string =>
  identity.via === 'session' ? identity.sessionId : identity.tokenId;

/** `bytes` unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array;
export type NewId = () => string;
export type Clock = () => Date;
