import type { raw } from 'hast-util-raw';

type Raw = typeof raw;

let read: Raw | null = null;

/** Fetches the parser of HTML. */
export const loadHtml = async (): Promise<void> => {
  read = (await import('hast-util-raw')).raw;
};

/**
 * Stands where streamdown looks for `rehype-raw` (vite.config.ts), whose parser is a third of all that it loads: here it comes
 * with the first text that holds HTML. Without it a text is to be shown without this plugin.
 */
export default function htmlPlugin() {
  return (tree: Parameters<Raw>[0], file: NonNullable<Parameters<Raw>[1]>['file']) =>
    read ? read(tree, { file }) : tree;
}
