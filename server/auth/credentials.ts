import { parse } from 'hono/utils/cookie';

/** What `Headers` has; Node's own headers fit by `{ get: (name) => headers[name] }`. */
export type HeadersLike = { get(name: string): string | null | undefined };

export const SESSION_COOKIE = 'turnlog_session';

/** The bearer's token, `''` where the header is there without one, null where it isn't. */
export const bearerOf = (headers: HeadersLike): string | null => {
  const found = /^\s*bearer(?:\s+(\S*)\s*)?$/i.exec(headers.get('authorization') ?? '');
  return found && (found[1] ?? '');
};

export const sessionTokenOf = (headers: HeadersLike): string | null =>
  parse(headers.get('cookie') ?? '', SESSION_COOKIE)[SESSION_COOKIE] ?? null;
