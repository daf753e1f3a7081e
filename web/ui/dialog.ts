/** How every dialog looks. */
export const backdrop = 'fixed inset-0 z-40 bg-black/40';
export const popup =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-2xl border border-line bg-raised p-6 shadow-xl outline-none';
/** One that holds a text. */
export const readingPopup = popup.replace('26rem', '46rem');
