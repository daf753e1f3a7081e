type Bar = { readonly key: string; readonly name: string; readonly value: number; readonly said: string };

const WIDTH = 720;
const HEIGHT = 180;
const GAP = 0.25;

/** A column for each day. The same numbers stand in a table for whoever doesn't see it. */
export const Columns = ({ label, bars }: { label: string; bars: readonly Bar[] }) => {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const ends = [bars[0], bars.at(-1)];
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full border-b border-line text-accent"
        role="img"
        aria-label={label}
      >
        {bars.map(({ key, name, value, said }, index) => {
          const height = (value / highest) * (HEIGHT - 4);
          return (
            <g key={key}>
              <title>{`${name}: ${said}`}</title>
              <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              <rect
                x={index * step + (step * GAP) / 2}
                y={HEIGHT - height}
                width={step * (1 - GAP)}
                height={height}
                fill="currentColor"
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-soft tabular-nums" aria-hidden="true">
        {ends.map((end, index) => (
          <span key={index === 0 ? 'first' : 'last'}>{end?.name}</span>
        ))}
      </figcaption>
    </figure>
  );
};

/** A bar for each name: the longest first, unless they have an order of their own. */
export const Bars = ({ label, bars, inOrder = false }: { label: string; bars: readonly Bar[]; inOrder?: boolean }) => {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5 text-sm">
      {(inOrder ? bars : [...bars].sort((a, b) => b.value - a.value)).map(({ key, name, value, said }) => (
        <li key={key} className="flex flex-col gap-1">
          <div className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 whitespace-nowrap text-soft tabular-nums">{said}</span>
          </div>
          <div className="h-1.5 rounded-full bg-hover" aria-hidden="true">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(value / highest) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
};
