const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address if what a model wrote may lead there; null for every other scheme, and for a relative one. */
export const safeUrl = (url: string): string | null => {
  try {
    return allowed.has(new URL(url).protocol) ? url : null;
  } catch {
    return null;
  }
};
