const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const signs: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  up: '↑',
  down: '↓',
  escape: 'Esc',
};

/** Shift is part of a sign such as `?`. */
const shown = (keys: string): string[] => {
  const parts = keys.split('+');
  const isSign = /^[^\p{L}\p{N}]$/u.test(parts.at(-1) ?? '');
  return parts
    .filter((part) => !(isSign && part === 'shift'))
    .map((part) => signs[part] ?? part.charAt(0).toUpperCase() + part.slice(1));
};

/** `mod+k` as a person reads it. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className="flex shrink-0 gap-1">
    {shown(keys).map((key) => (
      <kbd
        key={key}
        className="min-w-5 rounded border border-line bg-page px-1.5 text-center font-sans text-xs leading-5 text-soft"
      >
        {key}
      </kbd>
    ))}
  </span>
);
