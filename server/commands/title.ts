const MAX = 80;

/** A conversation's first title: its first message on one line, cut at a word, 80 characters at most. */
export const provisionalTitle = (message: string): string => {
  const line = message.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX) return line;
  const cut = characters.slice(0, MAX - 1).join('');
  const word = characters[MAX - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(word > 0 ? cut.slice(0, word) : cut).trimEnd()}…`;
};
