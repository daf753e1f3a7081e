import type { Document } from './request.ts';

const modules = import.meta.glob<Record<string, unknown>>(['../**/*documents.ts', '../**/turn-events.ts'], {
  eager: true,
});

const isDocument = (value: unknown): value is Document<unknown> =>
  typeof value === 'object' && value !== null && 'source' in value && 'hash' in value;

/** Every document of this client by its hash, for the server's list: the build writes it to `operations.json`. */
export const operations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(modules)
    .flatMap((exported) => Object.values(exported))
    .filter(isDocument)
    .map(({ hash, source }) => [hash, source]),
);
