import { useEffect, useState } from 'react';
import type { Refusal } from '../graphql/errors.ts';
import { Button } from '../ui/button.tsx';

const SECOND_MS = 1_000;

/** Whole seconds until it may be asked for again, counted down from when it was refused; 0 where nothing is to be waited for. */
const useCountdown = (refusal: Refusal): number => {
  const seconds = refusal.retryAfterSeconds ?? 0;
  const [counted, setCounted] = useState({ refusal, left: seconds });
  if (counted.refusal !== refusal) setCounted({ refusal, left: seconds });
  useEffect(() => {
    const until = Date.now() + seconds * SECOND_MS;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
      setCounted({ refusal, left });
      if (left === 0) clearInterval(timer);
    }, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [refusal, seconds]);
  return counted.left;
};

type Props = {
  refusal: Refusal;
  /** What the button for asking once more says. */
  again: string;
  onAgain: () => void;
  onDiscard: () => void;
};

/** Why something was refused, and how to ask for it once more: at once, or when the server allows it. */
export const Refused = ({ refusal, again, onAgain, onDiscard }: Props) => {
  const left = useCountdown(refusal);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 rounded-xl border border-danger/40 bg-danger/5 py-2 pr-2 pl-4 text-sm">
      <p role="alert" className="min-w-48 flex-1">
        {refusal.text}
      </p>
      <Button onClick={onDiscard}>Discard</Button>
      <Button disabled={left > 0} onClick={onAgain} className="tabular-nums">
        {left > 0 ? `${again} in ${left} s` : again}
      </Button>
    </div>
  );
};
