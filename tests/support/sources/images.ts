import { json } from './replay.ts';

/** A one-pixel PNG. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** https://platform.openai.com/docs/api-reference/images */
export const images = { '/v1/images/generations': json({ created: 1_773_144_000, data: [{ b64_json: PIXEL }] }) };
export const imagesEmpty = { '/v1/images/generations': json({ created: 1_773_144_000, data: [] }) };
