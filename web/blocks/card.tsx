import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** What every block stands in: its title, and what it holds. */
export const Card = ({ title, icon: Icon, children }: { title: string; icon: LucideIcon; children: ReactNode }) => (
  <figure className="min-w-0 overflow-hidden rounded-xl border border-line bg-raised [overflow-wrap:anywhere]">
    <figcaption className="flex items-center gap-2 px-4 pt-3 text-sm text-soft">
      <Icon className="size-4 shrink-0 text-accent" aria-hidden="true" />
      {title}
    </figcaption>
    <div className="px-4 pt-1.5 pb-4">{children}</div>
  </figure>
);

/** A link that leaves the house. */
export const Outward = ({ className = '', ...props }: ComponentProps<'a'>) => (
  <a
    target="_blank"
    rel="noopener noreferrer"
    className={`text-accent underline decoration-1 underline-offset-[0.18em] ${className}`}
    {...props}
  />
);

/** Where an address leads, in a word. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** More of a thing, for who wants it. */
export const More = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className="mt-3">
    <summary className="w-fit cursor-pointer rounded-md text-sm text-soft hover:text-ink">{label}</summary>
    {children}
  </details>
);
