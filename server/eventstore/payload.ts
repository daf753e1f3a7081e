/** What an event carries where Turnlog did not write it: bytes, as they came. `json` tells whether `data` is JSON text. */
export type Payload = { readonly json: boolean; readonly data: Uint8Array; readonly metadata: Uint8Array };

const JSON_FLAG = 1;
const HEADER_BYTES = 5;

/** One byte of flags, the length of `data` in four, `data`, `metadata`. */
export const encodePayload = ({ json, data, metadata }: Payload): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(json ? JSON_FLAG : 0, 0);
  header.writeUInt32BE(data.byteLength, 1);
  return Buffer.concat([header, data, metadata]);
};

export const decodePayload = (stored: Uint8Array): Payload => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const end = HEADER_BYTES + bytes.readUInt32BE(1);
  return {
    json: bytes.readUInt8(0) === JSON_FLAG,
    data: bytes.subarray(HEADER_BYTES, end),
    metadata: bytes.subarray(end),
  };
};
