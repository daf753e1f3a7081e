import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import type { LoggedEvent } from './documents.ts';
import { textUntil, usePlayback } from './playback.ts';

const SPEEDS = [0.25, 0.5, 1, 2, 5, 20];
/** Events shown before and after the current one. */
const AROUND = 6;

const seconds = (from: string, to: string) => ((Date.parse(to) - Date.parse(from)) / 1_000).toFixed(3);

/** A turn, event by event: in its own rhythm, step by step, or wherever one points. */
export const Player = ({ events }: { events: readonly LoggedEvent[] }) => {
  const [{ index, isPlaying, speed }, dispatch] = usePlayback(events);
  const text = useRef<HTMLParagraphElement>(null);
  const [first, current] = [events[0], events[index]];
  const said = textUntil(events, index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is what moves the view
  useEffect(() => {
    if (text.current) text.current.scrollTop = text.current.scrollHeight;
  }, [said]);
  if (!first || !current) return null;

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="icon" aria-label="Step back" onClick={() => dispatch({ type: 'step', by: -1 })}>
          <SkipBack className="size-4.5" aria-hidden="true" />
        </Button>
        <Button
          kind="icon"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => dispatch({ type: isPlaying ? 'pause' : 'play' })}
        >
          {isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
        </Button>
        <Button kind="icon" aria-label="Step forward" onClick={() => dispatch({ type: 'step', by: 1 })}>
          <SkipForward className="size-4.5" aria-hidden="true" />
        </Button>
        <input
          type="range"
          aria-label="Revision"
          className="min-w-40 flex-1 accent-accent"
          min={0}
          max={events.length - 1}
          value={index}
          aria-valuetext={`revision ${current.revision}, ${current.type}`}
          onChange={({ target }) => dispatch({ type: 'seek', index: target.valueAsNumber })}
        />
        <span className="text-sm tabular-nums text-soft">
          {current.revision} / {events.at(-1)?.revision}
        </span>
        <select
          aria-label="Speed"
          className="rounded-lg border border-line bg-raised px-2 py-1.5 text-sm"
          value={speed}
          onChange={({ target }) => dispatch({ type: 'speed', speed: Number(target.value) })}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <section aria-label="Text so far" className="flex flex-col gap-2">
          <h3 className="text-sm text-soft">Text so far</h3>
          <p
            ref={text}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="h-72 overflow-y-auto rounded-xl border border-line bg-raised p-4 font-serif text-lg leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {said || <span className="text-soft">Nothing yet.</span>}
          </p>
        </section>
        <section aria-label="Event" className="flex min-w-0 flex-col gap-2">
          <h3 className="text-sm text-soft">
            <span className="font-medium text-ink">{current.type}</span> ·{' '}
            {seconds(first.recordedAt, current.recordedAt)} s · position {current.position}
          </h3>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="h-72 overflow-auto rounded-xl border border-line bg-raised p-4 text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {JSON.stringify(current.data, null, 2)}
          </pre>
        </section>
      </div>
      <ol aria-label="Events around" className="overflow-hidden rounded-xl border border-line bg-raised text-sm">
        {events.slice(Math.max(0, index - AROUND), index + AROUND + 1).map((event) => (
          <li key={event.revision}>
            <button
              type="button"
              aria-current={event === current ? 'step' : undefined}
              className="grid w-full cursor-pointer grid-cols-[3.5rem_5.5rem_1fr] gap-2 px-4 py-1 text-left hover:bg-hover/60 aria-[current=step]:bg-hover aria-[current=step]:font-medium"
              onClick={() => dispatch({ type: 'seek', index: events.indexOf(event) })}
            >
              <span className="tabular-nums text-soft">{event.revision}</span>
              <span className="tabular-nums text-soft">{seconds(first.recordedAt, event.recordedAt)} s</span>
              <span className="truncate">
                {event.type}
                {typeof event.data.text === 'string' && (
                  <span className="font-normal text-soft"> {JSON.stringify(event.data.text)}</span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
};
