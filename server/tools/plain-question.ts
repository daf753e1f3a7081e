/** In characters: a pattern takes its time over a long text, and a longer one is no plain question. */
const LONGEST = 300;

/** A message with plain apostrophes and single spaces, for patterns to read; '' where it is too long to be read so. */
export const plainQuestion = (message: string): string =>
  message.length > LONGEST ? '' : message.trim().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
