import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import type { Conversation } from '../graphql/documents.ts';
import { sayError } from '../graphql/errors.ts';
import { Button } from '../ui/button.tsx';
import { backdrop, popup } from '../ui/dialog.ts';

type Props<T extends unknown[]> = {
  conversation: Conversation;
  onClose: () => void;
  act: (...args: T) => Promise<void>;
};

/** Runs what was asked, closes when it is done, and says what went wrong. */
const useAct = (onClose: () => void) => {
  const [wrong, setWrong] = useState<string | null>(null);
  const run = (work: Promise<void>) => {
    work.then(onClose, (error: unknown) => setWrong(sayError(error)));
  };
  return { wrong, run };
};

export const RenameDialog = ({ conversation, onClose, act }: Props<[title: string]>) => {
  const { wrong, run } = useAct(onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(act(String(new FormData(event.currentTarget).get('title')).trim()));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={popup}>
          <Dialog.Title className="font-serif text-xl">Rename conversation</Dialog.Title>
          <form onSubmit={submit} className="flex flex-col gap-4">
            <input
              name="title"
              aria-label="Title"
              defaultValue={conversation.title}
              maxLength={200}
              required
              className="rounded-lg border border-line bg-page px-3 py-2.5"
            />
            {wrong && (
              <p role="alert" className="text-sm text-danger">
                {wrong}
              </p>
            )}
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>Cancel</Button>
              <Button kind="primary" type="submit">
                Rename
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

type ConfirmProps = {
  title: string;
  description: string;
  action?: string;
  act: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something goes for good. */
export const ConfirmDialog = ({ title, description, action = 'Delete', act, onClose }: ConfirmProps) => {
  const { wrong, run } = useAct(onClose);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup className={popup}>
          <AlertDialog.Title className="font-serif text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">{description}</AlertDialog.Description>
          {wrong && (
            <p role="alert" className="text-sm text-danger">
              {wrong}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="danger" onClick={() => run(act())}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
