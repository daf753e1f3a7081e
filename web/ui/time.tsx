const DAY_MS = 86_400_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const nearDay = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const farDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const format = (at: Date, now: Date): string => {
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  const isNear = Math.abs(now.getTime() - at.getTime()) < 300 * DAY_MS;
  return (isNear ? nearDay : farDay).format(at);
};

/** When something was, in as few words as tell it; all of it as its title. `at` is ISO 8601. */
export const Time = ({ at }: { at: string }) => {
  const time = new Date(at);
  return (
    <time dateTime={at} title={whole.format(time)}>
      {format(time, new Date())}
    </time>
  );
};
