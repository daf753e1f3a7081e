/** Of the element that shows a message: by which it is found, and that it was looked for. */
export const mark = (messageId: string | null, sought: string | null) => ({
  'data-message': messageId ?? undefined,
  ...(messageId !== null && messageId === sought && { 'data-sought': true, tabIndex: -1 }),
});
