const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
const characterOf = (name: string): string | undefined => {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : named.get(name);
};

/** A text with the characters that HTML's common and numbered entities stand for; others stay as they are. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => characterOf(name) ?? entity).toWellFormed();
