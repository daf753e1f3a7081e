import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Wrong } from '../ui/page.tsx';
import type { Progress } from './results.ts';

type Props = {
  name: string;
  isRunning: boolean;
  progress: Progress | null;
  error: string | null;
  onStart: () => void;
  onStop: () => void;
  /** What can be chosen before. */
  children: ReactNode;
};

/** Starts a benchmark, says how far it is, and stops it. */
export const Runner = ({ name, isRunning, progress, error, onStart, onStop, children }: Props) => (
  <div className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4">
    <fieldset disabled={isRunning} aria-label={`${name}: choices`} className="grid gap-3 sm:grid-cols-2">
      {children}
    </fieldset>
    <div className="flex flex-wrap items-center gap-4">
      {isRunning ? (
        <Button onClick={onStop} aria-label={`Stop: ${name}`}>
          Stop
        </Button>
      ) : (
        <Button kind="primary" onClick={onStart} aria-label={`Run: ${name}`}>
          Run
        </Button>
      )}
      {isRunning && (
        <>
          <progress
            aria-label={`Progress: ${name}`}
            value={progress?.done ?? 0}
            max={progress?.total ?? 1}
            className="h-1.5 min-w-32 flex-1 accent-accent"
          />
          <span className="text-sm text-soft tabular-nums">
            {progress ? `${progress.done} of ${progress.total}` : 'begins'}
          </span>
        </>
      )}
    </div>
    <Wrong>{error}</Wrong>
  </div>
);
