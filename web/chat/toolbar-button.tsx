import type { LucideIcon } from 'lucide-react';

type Props = { label: string; icon: LucideIcon; onClick: () => void; disabled?: boolean };

export const ToolbarButton = ({ label, icon: Icon, onClick, disabled = false }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
    className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink disabled:cursor-default disabled:opacity-40 pointer-coarse:size-9"
  >
    <Icon className="size-3.75" aria-hidden="true" />
  </button>
);
