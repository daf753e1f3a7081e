import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

const box = 'w-full rounded-lg border border-line bg-raised px-3 py-2 text-base md:text-sm';

/** A label above whatever is filled in, and a word about it below. */
const Field = ({ label, hint, children }: { label: string; hint?: ReactNode; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      {children(id)}
      {hint && <p className="text-sm text-soft">{hint}</p>}
    </div>
  );
};

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & { label: string; hint?: ReactNode };

export const TextField = ({ label, hint, ...props }: TextFieldProps) => (
  <Field label={label} hint={hint}>
    {(id) => <input id={id} className={box} {...props} />}
  </Field>
);

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className'> & { label: string; hint?: ReactNode };

export const SelectField = ({ label, hint, ...props }: SelectFieldProps) => (
  <Field label={label} hint={hint}>
    {(id) => <select id={id} className={box} {...props} />}
  </Field>
);

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { label: string; hint?: ReactNode };

export const TextArea = ({ label, hint, ...props }: TextAreaProps) => (
  <Field label={label} hint={hint}>
    {(id) => <textarea id={id} className={`${box} resize-y focus-visible:outline-2`} {...props} />}
  </Field>
);

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; hint?: string };

export const CheckField = ({ label, hint, ...props }: CheckFieldProps) => (
  <label className="flex cursor-pointer items-start gap-2.5 text-sm">
    <input type="checkbox" className="mt-1 size-4 accent-accent" {...props} />
    <span>
      {label}
      {hint && <span className="block text-soft">{hint}</span>}
    </span>
  </label>
);
