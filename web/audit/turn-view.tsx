import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Api } from '../graphql/api.ts';
import { sayError } from '../graphql/errors.ts';
import { Page, Wrong } from '../ui/page.tsx';
import { type LoggedEvent, TurnLog } from './documents.ts';
import { Player } from './player.tsx';

const readPage = async (api: Pick<Api, 'request'>, turnId: string, after: string | null, signal: AbortSignal) =>
  (await api.request(TurnLog, { stream: `turn-${turnId}`, after }, { signal })).events;

/** All events of the turn as it stands, page by page. */
const readLog = async (api: Pick<Api, 'request'>, turnId: string, signal: AbortSignal): Promise<LoggedEvent[]> => {
  const events: LoggedEvent[] = [];
  for (let after: string | null = null; ; ) {
    const { edges, pageInfo } = await readPage(api, turnId, after, signal);
    events.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage) return events;
    after = pageInfo.endCursor;
  }
};

export const TurnView = ({ api, turnId }: { api: Api; turnId: string }) => {
  const [events, setEvents] = useState<readonly LoggedEvent[] | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    readLog(api, turnId, leaving.signal).then(
      (read) => setEvents(read),
      (error: unknown) => leaving.signal.aborted || setWrong(sayError(error)),
    );
    return () => leaving.abort();
  }, [api, turnId]);

  return (
    <Page name="Turn" wide intro={turnId}>
      <Link href="/audit" className="flex w-fit items-center gap-2 text-sm text-soft hover:text-ink">
        <ArrowLeft className="size-4" aria-hidden="true" />
        All turns
      </Link>
      <Wrong>{wrong}</Wrong>
      {events?.length === 0 && <p className="text-soft">There is no such turn.</p>}
      {events && <Player events={events} />}
    </Page>
  );
};
