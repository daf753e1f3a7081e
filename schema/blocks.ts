import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });
const title = z.string().max(200);

/** Where the owner of a turn finds what is kept beside it: `hash` is the SHA-256 in hex. */
export const blobPath = (turnId: string, hash: string): string => `/api/chat/stream/${turnId}/blobs/${hash}`;
const kept = z.string().regex(/^\/api\/chat\/stream\/[^/]+\/blobs\/[0-9a-f]{64}$/);
const picture = z.union([link, z.string().startsWith('data:image/'), kept]);

/** What a tool shows above the prose, by `type`. Clients render what they know and show the rest as a titled tree. */
export const blockSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('value'),
    title,
    input: z.string(),
    result: z.string(),
    detail: z.string().exactOptional(),
  }),
  z.object({ type: z.literal('text'), title, text: z.string() }),
  z.object({
    type: z.literal('list'),
    title,
    items: z.array(z.object({ text: z.string(), detail: z.string().exactOptional(), url: link.exactOptional() })),
  }),
  z.object({ type: z.literal('table'), title, columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  /** Temperatures in degrees Celsius, wind in km/h, rain in millimetres. */
  z.object({
    type: z.literal('weather'),
    title,
    place: z.string(),
    now: z.object({ temperature: z.number(), wind: z.number(), summary: z.string() }),
    days: z.array(
      z.object({ date: z.iso.date(), low: z.number(), high: z.number(), rain: z.number(), summary: z.string() }),
    ),
  }),
  z.object({
    type: z.literal('search_results'),
    title,
    results: z.array(z.object({ title: z.string(), url: link, snippet: z.string() })),
  }),
  z.object({
    type: z.literal('definition'),
    title,
    word: z.string(),
    senses: z.array(
      z.object({
        partOfSpeech: z.string(),
        meaning: z.string(),
        examples: z.array(z.string()),
        synonyms: z.array(z.string()),
        antonyms: z.array(z.string()).exactOptional(),
      }),
    ),
  }),
  z.object({
    type: z.literal('recipe'),
    title,
    ingredients: z.array(z.string()),
    steps: z.array(z.string()),
    image: picture.exactOptional(),
    url: link.exactOptional(),
  }),
  z.object({
    type: z.literal('image'),
    title,
    url: picture,
    alt: z.string(),
  }),
  z.object({
    type: z.literal('map_link'),
    title,
    place: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    url: link,
  }),
  /** `illumination` from 0 to 1; `age` in days since the new moon. */
  z.object({
    type: z.literal('moon_phase'),
    title,
    date: z.iso.date(),
    phase: z.string(),
    illumination: z.number().min(0).max(1),
    age: z.number(),
    next: z.array(z.object({ phase: z.string(), at: z.iso.datetime() })),
  }),
  z.object({
    type: z.literal('score'),
    title,
    games: z.array(
      z.object({
        home: z.string(),
        away: z.string(),
        homeScore: z.string().nullable(),
        awayScore: z.string().nullable(),
        status: z.string(),
        date: z.string(),
      }),
    ),
  }),
]);

export type Block = z.infer<typeof blockSchema>;

/** A citation; `[n]` in prose means the n-th of them, from 1. */
export const sourceSchema = z.object({ title: z.string(), url: link, snippet: z.string().exactOptional() });
export type Source = z.infer<typeof sourceSchema>;

/** What stands in a log, which a server of another day may have written, or a file that somebody brought. */
export const recordedBlock = z.json();
export const recordedSources = z.array(z.json());

/** `block` is null where the type isn't known here, or its parts aren't as they should be: then `json` tells it. */
export type BlockReading = {
  readonly type: string;
  readonly title: string;
  readonly json: unknown;
  readonly block: Block | null;
};
const anyBlock = z.object({ type: z.string().catch('unknown'), title: z.string().catch('') });

/** Never refuses. */
export const readBlock = (json: unknown): BlockReading => {
  const block = blockSchema.safeParse(json).data ?? null;
  const { type, title } = block ?? anyBlock.safeParse(json).data ?? { type: 'unknown', title: '' };
  return { type, title: title || type, json, block };
};

/** `url` is null where it leads nowhere that a client may go. */
export type SourceReading = { readonly title: string; readonly url: string | null; readonly snippet: string | null };
const anySource = z.object({
  title: z.string().catch(''),
  url: link.nullable().catch(null),
  snippet: z.string().nullable().catch(null),
});

const readSource = (json: unknown): SourceReading => {
  const { title, url, snippet } = anySource.safeParse(json).data ?? { title: '', url: null, snippet: null };
  return { title: title || (url ?? 'A source'), url, snippet };
};

/** Never refuses: the numbers in prose count them all. */
export const readSources = (recorded: unknown): SourceReading[] =>
  Array.isArray(recorded) ? recorded.map(readSource) : [];
