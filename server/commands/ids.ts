/** 16 bytes as a UUID of version 8 (RFC 9562: contents of one's own). */
const uuidOf = (bytes: Uint8Array): string => {
  const own = Uint8Array.from(bytes.subarray(0, 16));
  own[6] = ((own[6] ?? 0) & 0x0f) | 0x80;
  own[8] = ((own[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(own).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Ids of one request: made anew, or derived from the caller and an idempotency key, so that a repeat finds them. */
export type RequestIds = (what: 'turn' | 'conversation' | 'user-message' | 'assistant-message') => string;

/** Ids of what a file brings, derived from the caller, the key of the request and the ids in the file. */
export const importIds =
  (hmac: (purpose: string, ...parts: string[]) => Uint8Array, userId: string, idempotencyKey: string) =>
  (what: 'conversation' | 'turn' | 'message', id = ''): string =>
    uuidOf(hmac('import', userId, idempotencyKey, what, id.toLowerCase()));

export const requestIds = (
  { newId, hmac }: { newId: () => string; hmac: (purpose: string, ...parts: string[]) => Uint8Array },
  userId: string,
  idempotencyKey: string | undefined,
): RequestIds =>
  idempotencyKey === undefined ? newId : (what) => uuidOf(hmac('idempotency', userId, idempotencyKey, what));
