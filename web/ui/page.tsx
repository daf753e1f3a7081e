import type { ReactNode } from 'react';

type PageShape = { name: string; intro?: string; wide?: boolean; children: ReactNode };

/** A page beside the chat: its name, what it is for, and what stands on it; `wide` for tables. */
export const Page = ({ name, intro, wide = false, children }: PageShape) => (
  <div className={`mx-auto w-full ${wide ? 'max-w-6xl' : 'max-w-3xl'} px-5 py-8 md:px-8 md:py-12`}>
    <h1 className="font-serif text-3xl tracking-tight">{name}</h1>
    {intro && <p className="mt-2 max-w-prose text-soft">{intro}</p>}
    <div className="mt-8 flex flex-col gap-8">{children}</div>
  </div>
);

export const Section = ({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) => (
  <section aria-label={name} className="flex flex-col gap-3">
    <div>
      <h2 className="font-medium">{name}</h2>
      {hint && <p className="text-sm text-soft">{hint}</p>}
    </div>
    {children}
  </section>
);

/** What went wrong; nothing where nothing did. */
export const Wrong = ({ children }: { children: string | null }) =>
  children && (
    <p role="alert" className="text-sm text-danger">
      {children}
    </p>
  );

/** A list of things with their dates and actions: one row each. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line rounded-xl border border-line bg-raised">
    {children}
  </ul>
);

export const Row = ({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <div className="min-w-0 flex-1 basis-52">
      <p className="truncate text-sm font-medium">{title}</p>
      {detail && <p className="text-sm text-soft">{detail}</p>}
    </div>
    {children}
  </li>
);
