const MOST_WORDS = 5;

/** What people ask about by name, by its kind: cities, series, medicines, units, … */
export type Names = {
  readonly kinds: ReadonlyMap<string, readonly string[]>;
  /** The longest name that begins at a place: its kinds, and how many words it has. */
  at(words: readonly string[], place: number): { readonly kinds: readonly string[]; readonly length: number } | null;
};

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("'", '')
    .match(/[a-z]+|\d+/g)
    ?.join(' ') ?? '';

/** `text`: a line a kind, `kind: name, name`. */
export const readNames = (text: string): Names => {
  const kinds = new Map<string, readonly string[]>();
  const known = new Map<string, string[]>();
  for (const line of text.trimEnd().split('\n')) {
    const [kind = '', list = ''] = line.split(': ');
    const names = list.split(', ');
    kinds.set(kind, names);
    for (const name of names) {
      const key = keyOf(name);
      const of = known.get(key) ?? [];
      if (!of.includes(kind)) known.set(key, [...of, kind]);
    }
  }
  return {
    kinds,
    at(words, place) {
      for (let length = Math.min(MOST_WORDS, words.length - place); length > 0; length -= 1) {
        const found = known.get(words.slice(place, place + length).join(' '));
        if (found) return { kinds: found, length };
      }
      return null;
    },
  };
};
