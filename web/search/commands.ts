/** Something that can be done from anywhere: chosen in the palette, or by its keys. */
export type Command = {
  readonly id: string;
  readonly name: string;
  /** Other words that it is looked for by. */
  readonly words?: string;
  /** As `useHotkeys` takes them; `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string;
  readonly run: () => void;
};

/** Commands in whose name or words every word of the query begins a word. */
export const commandsFor = (commands: readonly Command[], query: string): readonly Command[] => {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name, words = '' }) => {
    const has = `${name} ${words}`.toLowerCase().split(/\s+/);
    return wanted.every((word) => has.some((one) => one.startsWith(word)));
  });
};
