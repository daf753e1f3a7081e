import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Api } from '../graphql/api.ts';
import { sayError } from '../graphql/errors.ts';
import { Button } from '../ui/button.tsx';
import { Page, Wrong } from '../ui/page.tsx';
import { Scrolling } from '../ui/scrolling.tsx';
import { Time } from '../ui/time.tsx';
import { AllTurns, type ListedTurn } from './documents.ts';
import { Filters, NO_FILTERS, type TurnFilters, variablesOf } from './filters.tsx';

type Listing = { readonly turns: readonly ListedTurn[]; readonly next: string | null };

const marks: Record<ListedTurn['turn']['status'], string> = {
  WAITING: 'bg-soft',
  RUNNING: 'bg-notice',
  SUSPENDED: 'border border-notice',
  COMPLETED: 'bg-accent',
  FAILED: 'bg-danger',
  CANCELLED: 'border border-soft',
};
const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`);
const cell = 'px-3 py-2 whitespace-nowrap';
const figure = `${cell} text-right tabular-nums`;

const Row = ({ listed, onUser }: { listed: ListedTurn; onUser: () => void }) => {
  const { turn, username, userId } = listed;
  return (
    <tr className="border-t border-line hover:bg-hover/40">
      <td className={cell}>
        <Link href={`/audit?turn=${turn.id}`} className="text-accent underline underline-offset-4" title={turn.id}>
          <Time at={turn.createdAt} />
        </Link>
      </td>
      <td className={cell}>
        <button
          type="button"
          className="cursor-pointer hover:underline"
          title="Only this user's turns"
          onClick={onUser}
        >
          {username ?? userId}
        </button>
      </td>
      <td className={`${cell} max-w-48 truncate`}>{turn.model ?? '–'}</td>
      <td className={cell} title={turn.reason ?? undefined}>
        <span className={`mr-2 inline-block size-2 rounded-full ${marks[turn.status]}`} aria-hidden="true" />
        {turn.status.toLowerCase()}
      </td>
      <td className={figure}>{seconds(listed.waitingMs)}</td>
      <td className={figure}>{seconds(listed.firstTokenMs)}</td>
      <td className={figure}>{seconds(listed.totalMs)}</td>
      <td className={figure}>
        {turn.usage ? (
          <span title={turn.usage.estimated ? 'Estimated: the provider counted nothing' : undefined}>
            {turn.usage.estimated && '~'}
            {turn.usage.promptTokens.toLocaleString()} + {turn.usage.completionTokens.toLocaleString()}
          </span>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
};

export const TurnList = ({ api }: { api: Api }) => {
  const [filters, setFilters] = useState<TurnFilters>(NO_FILTERS);
  const [listing, setListing] = useState<Listing | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);

  const read = useCallback(
    async (before: Listing | null, signal?: AbortSignal) => {
      try {
        const asked = { ...variablesOf(filters), after: before?.next ?? null };
        const { allTurns } = await api.request(AllTurns, asked, signal ? { signal } : {});
        const { hasNextPage, endCursor } = allTurns.pageInfo;
        const turns = [...(before?.turns ?? []), ...allTurns.edges.map(({ node }) => node)];
        setListing({ turns, next: hasNextPage ? endCursor : null });
        setWrong(null);
      } catch (error) {
        if (!signal?.aborted) setWrong(sayError(error));
      }
    },
    [api, filters],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(null, leaving.signal);
    return () => leaving.abort();
  }, [read]);

  return (
    <Page
      name="Turns"
      wide
      intro="Every question that was asked and what became of it, the newest first. That you look is recorded."
    >
      <Filters filters={filters} onChange={setFilters} />
      <Wrong>{wrong}</Wrong>
      {listing && (
        <Scrolling label="Turns" className="rounded-xl border border-line bg-raised text-sm">
          <table className="w-full">
            <thead className="text-left text-soft">
              <tr>
                {['Asked', 'User', 'Model', 'Outcome'].map((name) => (
                  <th key={name} scope="col" className={`${cell} font-normal`}>
                    {name}
                  </th>
                ))}
                {['Waited', 'First word', 'In all', 'Tokens in + out'].map((name) => (
                  <th key={name} scope="col" className={`${figure} font-normal`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {listing.turns.map((listed) => (
                <Row
                  key={listed.turn.id}
                  listed={listed}
                  onUser={() => setFilters({ ...filters, user: { id: listed.userId, name: listed.username } })}
                />
              ))}
            </tbody>
          </table>
          {listing.turns.length === 0 && <p className="px-4 py-6 text-center text-soft">There are none.</p>}
        </Scrolling>
      )}
      {listing?.next && (
        <Button className="self-center" onClick={() => void read(listing)}>
          Show older ones
        </Button>
      )}
    </Page>
  );
};
