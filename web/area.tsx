import { ArrowLeft, ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { PageProps } from './page-props.ts';
import { pages } from './pages.ts';
import { ConnectionBanner } from './ui/connection-banner.tsx';
import { NotFound } from './ui/not-found.tsx';

const entry =
  'block rounded-lg px-3 py-2 text-sm whitespace-nowrap hover:bg-hover/60 aria-[current=page]:bg-hover aria-[current=page]:font-medium';

/** The pages beside the chat, with their menu; on a phone the menu is folded away behind the name of the page. */
export const Area = ({ api, user }: PageProps) => {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const seen = pages.filter(({ scope }) => user.scopes.includes(scope));
  const page = seen.find((one) => one.path === path);
  const groups = [...new Set(seen.map(({ group }) => group))];
  const name = page?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Turnlog`;
  }, [name]);

  // `/settings` alone leads to the first of its pages.
  const first =
    !page && seen.find((one) => one.path.startsWith(`${path.replace(/\/$/, '')}/`) || `${one.path}/` === path);
  if (first) return <Redirect to={first.path} replace />;
  const denied = pages.find((one) => one.path === path)?.scope;
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <nav
        aria-label="Pages"
        className="max-h-full shrink-0 overflow-y-auto border-b border-line bg-side p-1.5 md:w-60 md:border-r md:border-b-0 md:p-3"
      >
        <div className="flex items-center md:mb-3">
          <Link href="/" className={`${entry} flex items-center gap-2 text-soft md:flex-1`}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            Chat
          </Link>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="pages"
            onClick={() => setOpen(!isOpen)}
            className="ml-auto flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-sm font-medium hover:bg-hover/60 md:hidden"
          >
            {name ?? 'Pages'}
            <ChevronDown
              className={`size-4 text-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
              aria-hidden="true"
            />
          </button>
        </div>
        <div id="pages" className={`${isOpen ? 'pt-2' : 'hidden'} md:block md:pt-0`}>
          {groups.map((group) => (
            <div key={group} className="pb-3 md:pb-4">
              <p className="px-3 pb-1 text-xs text-soft">{group}</p>
              {seen
                .filter((one) => one.group === group)
                .map((one) => (
                  <Link
                    key={one.path}
                    href={one.path}
                    aria-current={one === page ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                    className={entry}
                  >
                    {one.name}
                  </Link>
                ))}
            </div>
          ))}
        </div>
      </nav>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <ConnectionBanner connection={api.connection} />
        <Suspense fallback={null}>
          {page ? (
            <page.view api={api} user={user} />
          ) : denied ? (
            <NotFound
              name="Not for this account"
              why={`This page needs the scope “${denied}”, which an administrator gives.`}
            />
          ) : (
            <NotFound name="There is nothing here" why={`No page has the address ${path.slice(0, 80)}.`} />
          )}
        </Suspense>
      </main>
    </div>
  );
};
