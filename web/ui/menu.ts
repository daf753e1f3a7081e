/** How every menu looks. */
export const menuPopup = 'min-w-44 max-w-72 rounded-xl border border-line bg-raised p-1.5 shadow-lg outline-none';
export const menuItem =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none data-highlighted:bg-hover data-popup-open:bg-hover';
