import { Trash2, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';

type Props = { count: number; onAll: () => void; onDelete: () => void; onEnd: () => void };

/** Below the list while conversations are being selected. Escape ends it. */
export const SelectionBar = ({ count, onAll, onDelete, onEnd }: Props) => {
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onEnd();
    };
    globalThis.addEventListener('keydown', end, { capture: true });
    return () => globalThis.removeEventListener('keydown', end, { capture: true });
  }, [onEnd]);
  return (
    <div role="toolbar" aria-label="Selection" className="flex items-center gap-1 border-t border-line px-3 py-2">
      <span role="status" className="min-w-0 flex-1 truncate pl-1 text-sm">
        {count} selected
      </span>
      <Button className="px-2 py-1" onClick={onAll}>
        All
      </Button>
      <Button kind="icon" aria-label="Delete the selected" disabled={count === 0} onClick={onDelete}>
        <Trash2 className="size-4.5 text-danger" aria-hidden="true" />
      </Button>
      <Button kind="icon" aria-label="End the selection" onClick={onEnd}>
        <X className="size-4.5" aria-hidden="true" />
      </Button>
    </div>
  );
};
