/** Longest piece in UTF-16 units. JSON escapes one to six bytes at most, which is under an event's limit. */
const MAX_PIECE = 40_000;

const UNSTORABLE = /[\r\0\ud800-\udfff]/;
const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Lone surrogates and U+0000 become U+FFFD; CRLF and CR become LF. For text that comes whole. */
export const storableText = (text: string): string =>
  UNSTORABLE.test(text) ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed() : text;

const split = (text: string): string[] => {
  if (text.length <= MAX_PIECE) return text === '' ? [] : [text];
  const end = isHighSurrogate(text.charCodeAt(MAX_PIECE - 1)) ? MAX_PIECE - 1 : MAX_PIECE;
  return [text.slice(0, end), ...split(text.slice(end))];
};

/**
 * The same for text that comes in chunks: a CRLF or a surrogate pair may be split between two. `write` gives the pieces
 * to store, none longer than an event may be; `end` gives what was held back.
 */
export const openStorableText = () => {
  let held = '';
  let afterReturn = false;

  const write = (chunk: string): string[] => {
    if (held === '' && !afterReturn && chunk.length <= MAX_PIECE && !UNSTORABLE.test(chunk))
      return chunk === '' ? [] : [chunk];
    if (chunk === '') return [];
    let text = held + (afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk);
    afterReturn = chunk.endsWith('\r');
    held = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    if (held) text = text.slice(0, -1);
    return split(storableText(text));
  };

  return { write, end: (): string[] => (held ? ['\ufffd'] : []) };
};
