import { textPieces } from '../../schema/text-pieces.ts';

const UNSTORABLE = /[\r\0\ud800-\udfff]/;
const ENDS_WITHIN_A_PAIR = /[\ud800-\udbff]$/;

/** Lone surrogates and U+0000 become U+FFFD; CRLF and CR become LF. For text that comes whole. */
export const storableText = (text: string): string =>
  UNSTORABLE.test(text) ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed() : text;

/**
 * The same for text that comes in chunks: a CRLF or a surrogate pair may be split between two. `write` gives the pieces
 * to store, none longer than an event may be; `end` gives what was held back.
 */
export const openStorableText = () => {
  let held = '';
  let afterReturn = false;

  const write = (chunk: string): string[] => {
    if (held === '' && !afterReturn && !UNSTORABLE.test(chunk)) return textPieces(chunk);
    if (chunk === '') return [];
    let text = held + (afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk);
    afterReturn = chunk.endsWith('\r');
    held = ENDS_WITHIN_A_PAIR.test(text) ? text.slice(-1) : '';
    if (held) text = text.slice(0, -1);
    return textPieces(storableText(text));
  };

  return { write, end: (): string[] => (held ? ['\ufffd'] : []) };
};
