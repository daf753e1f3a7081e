import type { ComponentProps } from 'react';

/** For what looks like a button and is a link. */
export const buttonKinds = {
  plain: 'rounded-lg border border-line px-3.5 py-2 text-sm hover:bg-hover',
  primary: 'rounded-lg bg-accent px-3.5 py-2 text-sm font-medium text-on-accent hover:brightness-110',
  danger: 'rounded-lg bg-danger px-3.5 py-2 text-sm font-medium text-on-accent hover:brightness-110',
  icon: 'grid size-9 shrink-0 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink',
} as const;

type Props = ComponentProps<'button'> & { kind?: keyof typeof buttonKinds };

export const Button = ({ kind = 'plain', className = '', type = 'button', ...props }: Props) => (
  <button
    type={type}
    className={`cursor-pointer transition-colors disabled:cursor-default disabled:opacity-40 ${buttonKinds[kind]} ${className}`}
    {...props}
  />
);
