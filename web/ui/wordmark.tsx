/** The sign: lines of a log, the last one still being written. */
const Sign = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 0 20 20"
    className={className}
    aria-hidden
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
  >
    <path d="M3 4.5h14M3 10h9.5M3 15.5h4" />
    <circle cx="13" cy="15.5" r="2" fill="currentColor" stroke="none" className="text-accent" />
  </svg>
);

export const Wordmark = ({ className = '' }: { className?: string }) => (
  <span
    className={`inline-flex items-center gap-2 font-serif text-[1.375rem] leading-none tracking-[-0.015em] ${className}`}
  >
    <Sign className="size-[1.05em]" />
    <span className="font-medium">Turnlog</span>
  </span>
);
