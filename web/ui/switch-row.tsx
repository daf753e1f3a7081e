import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';

type Props = {
  label: string;
  hint?: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** One of a list of things that are on or off. */
export const SwitchRow = ({ label, hint, isOn, disabled = false, onChange }: Props) => {
  const id = useId();
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-soft">
            {hint}
          </p>
        )}
      </div>
      <Switch.Root
        aria-labelledby={id}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        className="flex h-6 w-10 shrink-0 cursor-pointer rounded-full border border-soft bg-hover p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:cursor-default data-disabled:opacity-50"
      >
        <Switch.Thumb className="size-4.5 rounded-full bg-soft transition-transform data-checked:translate-x-4 data-checked:bg-on-accent motion-reduce:transition-none" />
      </Switch.Root>
    </li>
  );
};
