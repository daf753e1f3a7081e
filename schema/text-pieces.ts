/** Longest piece in UTF-16 units. JSON escapes one to six bytes at most, which is under an event's limit. */
const MAX_PIECE = 40_000;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** A text in pieces that an event can hold, none cut within a surrogate pair; none of an empty text. */
export const textPieces = (text: string): string[] => {
  if (text.length <= MAX_PIECE) return text === '' ? [] : [text];
  const end = isHighSurrogate(text.charCodeAt(MAX_PIECE - 1)) ? MAX_PIECE - 1 : MAX_PIECE;
  return [text.slice(0, end), ...textPieces(text.slice(end))];
};
