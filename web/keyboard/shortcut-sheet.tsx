import { Dialog } from '@base-ui/react/dialog';
import type { Command } from '../search/commands.ts';
import { Button } from '../ui/button.tsx';
import { backdrop, popup } from '../ui/dialog.ts';
import { Keys } from './keys.tsx';

/** Keys of the message box and of the lists. */
const fixed = [
  { name: 'Send the message', keys: 'enter' },
  { name: 'Begin a new line', keys: 'shift+enter' },
  { name: 'Stop the answer, close what is open', keys: 'escape' },
];

const Row = ({ name, keys }: { name: string; keys: string }) => (
  <div className="flex items-center justify-between gap-4 py-2">
    <dt>{name}</dt>
    <dd>
      <Keys keys={keys} />
    </dd>
  </div>
);

export const ShortcutSheet = ({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={backdrop} />
      <Dialog.Popup className={popup}>
        <Dialog.Title className="font-serif text-xl">Keyboard shortcuts</Dialog.Title>
        <dl className="divide-y divide-line text-sm">
          {commands.map(({ id, name, keys }) => keys !== undefined && <Row key={id} name={name} keys={keys} />)}
          {fixed.map((row) => (
            <Row key={row.keys} {...row} />
          ))}
        </dl>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
