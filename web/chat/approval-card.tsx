import { ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import type { Api } from '../graphql/api.ts';
import { ResolveToolCall } from '../graphql/documents.ts';
import { sayError } from '../graphql/errors.ts';
import { Button } from '../ui/button.tsx';
import { toolName } from './tool-name.ts';
import type { AskedCall } from './turn-state.ts';

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Props = { api: Api; turnId: string; call: AskedCall };

/** A tool's call that runs only once its user has allowed it. */
export const ApprovalCard = ({ api, turnId, call }: Props) => {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { callId, tool } = call;
  const given = Object.entries(call.arguments ?? {});

  const decide = async (decision: 'APPROVED' | 'DENIED') => {
    setSending(true);
    setError(null);
    try {
      // What was decided comes by the turn's own events, and takes this card away.
      await api.request(ResolveToolCall, { turnId, callId, decision });
    } catch (failure) {
      setError(sayError(failure));
      setSending(false);
    }
  };

  return (
    <section
      aria-label="A tool asks to run"
      className="flex flex-col gap-3 rounded-xl border border-line px-4 py-3 text-sm"
    >
      <p className="flex items-center gap-2 font-medium">
        <ShieldQuestionMark className="size-4 shrink-0 text-notice" aria-hidden="true" />
        <span>
          May <span className="text-accent">{toolName(tool)}</span> run this?
        </span>
      </p>
      {given.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {given.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="break-words">{said(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" disabled={isSending} onClick={() => void decide('APPROVED')}>
          Allow
        </Button>
        <Button disabled={isSending} onClick={() => void decide('DENIED')}>
          Don’t allow
        </Button>
        {error !== null && (
          <span role="alert" className="text-danger">
            {error}
          </span>
        )}
      </div>
    </section>
  );
};
