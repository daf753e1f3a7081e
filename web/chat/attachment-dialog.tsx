import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { sayError } from '../graphql/errors.ts';
import { Button } from '../ui/button.tsx';
import { backdrop, readingPopup } from '../ui/dialog.ts';
import { Wrong } from '../ui/page.tsx';

type Props = { filename: string; read: () => Promise<string>; onClose: () => void };

/** The text of an attachment, which is fetched when somebody wants to read it. */
export const AttachmentDialog = ({ filename, read, onClose }: Props) => {
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    let isOpen = true;
    read().then(
      (found) => isOpen && setText(found),
      (error: unknown) => isOpen && setWrong(sayError(error)),
    );
    return () => {
      isOpen = false;
    };
  }, [read]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={readingPopup}>
          <Dialog.Title className="shrink-0 truncate font-serif text-xl">{filename}</Dialog.Title>
          <Wrong>{wrong}</Wrong>
          {text !== null && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled only where it takes the focus
            <pre tabIndex={0} className="min-h-0 flex-1 overflow-auto text-sm whitespace-pre-wrap wrap-anywhere">
              {text}
            </pre>
          )}
          <div className="flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
