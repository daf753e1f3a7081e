import { CircleAlert, WifiOff } from 'lucide-react';
import type { ToolNote } from '../graphql/shapes.ts';
import { toolName } from './tool-name.ts';

const sayNote = ({ tool, error }: ToolNote): string => {
  const name = toolName(tool).replace(/^./, (letter) => letter.toUpperCase());
  return error === null ? `${name} needs the network, and offline mode is on.` : `${name} failed: ${error}.`;
};

/** Which tools gave an answer nothing, and why: while it is written and for ever after. */
export const ToolNotes = ({ notes }: { notes: readonly ToolNote[] }) =>
  notes.map((note, index) => {
    const Icon = note.error === null ? WifiOff : CircleAlert;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a tool may fail twice, in its place
      <p key={index} role="status" className="flex items-start gap-2 text-sm text-soft">
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {sayNote(note)}
      </p>
    );
  });
