import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { PageProps } from './page-props.ts';
import { pages } from './pages.ts';
import { ConnectionBanner } from './ui/connection-banner.tsx';

const entry =
  'block rounded-lg px-3 py-2 text-sm whitespace-nowrap hover:bg-hover/60 aria-[current=page]:bg-hover aria-[current=page]:font-medium';

/** The pages beside the chat, with their menu; on a phone the menu is a row above the page. */
export const Area = ({ api, user }: PageProps) => {
  const [path] = useLocation();
  const seen = pages.filter(({ scope }) => user.scopes.includes(scope));
  const page = seen.find((one) => one.path === path);
  const groups = [...new Set(seen.map(({ group }) => group))];
  useEffect(() => {
    document.title = page ? `${page.name} · Turnlog` : 'Turnlog';
  }, [page]);

  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <nav
        aria-label="Pages"
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-side px-2 py-2 md:w-60 md:flex-col md:overflow-y-auto md:border-r md:border-b-0 md:p-3"
      >
        <Link href="/" className={`${entry} flex shrink-0 items-center gap-2 text-soft md:mb-3`}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Chat
        </Link>
        {groups.map((group) => (
          <div key={group} className="contents md:block md:pb-4">
            <p className="hidden px-3 pb-1 text-xs text-soft md:block">{group}</p>
            {seen
              .filter((one) => one.group === group)
              .map((one) => (
                <Link
                  key={one.path}
                  href={one.path}
                  aria-current={one === page ? 'page' : undefined}
                  className={`${entry} shrink-0`}
                >
                  {one.name}
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <ConnectionBanner connection={api.connection} />
        <Suspense fallback={null}>
          {page ? <page.view api={api} user={user} /> : <p className="p-8 text-soft">There is no such page.</p>}
        </Suspense>
      </main>
    </div>
  );
};
