import { useHotkeys } from 'react-hotkeys-hook';
import type { Command } from '../search/commands.ts';

/** What is open above the page has the keys for itself. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null;

const keysOf = (commands: readonly Command[]): string => commands.flatMap(({ keys }) => keys ?? []).join(',');
const isTyped = ({ keys = '' }: Command): boolean => !/\b(mod|alt|ctrl|meta)\b/.test(keys);

/** Runs commands by their keys; keys that write a sign work only where nothing is being written. */
export const useCommandKeys = (commands: readonly Command[]): void => {
  const run = (_: KeyboardEvent, { hotkey }: { hotkey: string }) => commands.find(({ keys }) => keys === hotkey)?.run();
  const options = { useKey: true, preventDefault: true, ignoreEventWhen: isElsewhere };
  const typed = commands.filter(isTyped);
  useHotkeys(keysOf(typed) || 'f24', run, options);
  useHotkeys(keysOf(commands.filter((command) => !isTyped(command))) || 'f24', run, {
    ...options,
    enableOnFormTags: true,
  });
};
