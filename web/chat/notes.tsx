import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import { TurnQuery } from '../graphql/documents.ts';
import type { Pause } from '../graphql/shapes.ts';
import { Button } from '../ui/button.tsx';

export const Note = ({ children }: { children: string }) => <p className="text-sm text-soft">{children}</p>;

/** Whole seconds, as they are waited through. */
const sayLength = ({ pausedAt, resumedAt }: Pause): string =>
  `${Math.max(1, Math.round((Date.parse(resumedAt) - Date.parse(pausedAt)) / 1_000))} s`;

/** An answer whose process was lost: how long nobody wrote on it, and at which attempt it stands. */
export const Resumed = ({ attempts, pauses }: { attempts: number; pauses: readonly Pause[] }) => {
  if (pauses.length === 0) return null;
  const lengths = pauses.map(sayLength).join(' and ');
  return (
    <Note>{`Resumed after ${pauses.length === 1 ? 'a pause' : 'pauses'} of ${lengths} (attempt ${attempts}).`}</Note>
  );
};

const sayFailure = (reason: string | null): string =>
  reason === 'interrupted'
    ? 'The server stopped before the answer was finished.'
    : `The answer failed: ${reason ?? 'something went wrong'}.`;

/** Why a turn failed; trying again sends its question once more. */
export const Failure = ({ reason, onRetry }: { reason: string | null; onRetry: () => void }) => (
  <div
    role="alert"
    className="flex items-center justify-between gap-4 rounded-xl border border-danger/40 bg-danger/5 px-4 py-3 text-sm"
  >
    <span>{sayFailure(reason)}</span>
    <Button className="flex shrink-0 items-center gap-1.5" onClick={onRetry}>
      <RotateCcw className="size-3.5" aria-hidden="true" />
      Try again
    </Button>
  </div>
);

type Props = { api: Api; turnId: string; onRetry: () => void };

/** Under an answer that was kept as far as it came: its turn knows why it goes no further. */
export const CutShort = ({ api, turnId, onRetry }: Props) => {
  const [end, setEnd] = useState<{ status: string; reason: string | null } | null>(null);
  useEffect(() => {
    const until = new AbortController();
    api.request(TurnQuery, { id: turnId }, { signal: until.signal, requestPolicy: 'cache-first' }).then(
      ({ turn }) => setEnd(turn),
      () => undefined, // That it was cut short is said anyway.
    );
    return () => until.abort();
  }, [api, turnId]);
  if (end?.status === 'FAILED') return <Failure reason={end.reason} onRetry={onRetry} />;
  return <Note>{end?.status === 'CANCELLED' ? 'Stopped.' : 'Cut short.'}</Note>;
};
