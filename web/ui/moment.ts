const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** An ISO moment as a day, in the reader's own way of writing it. */
export const sayDay = (iso: string): string => date.format(new Date(iso));
/** An ISO moment to the minute. */
export const sayMoment = (iso: string): string => exact.format(new Date(iso));
