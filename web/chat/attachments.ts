/** A text that goes with a message. */
export type Attachment = { readonly filename: string; readonly text: string };

const MOST = 5;
/** Of one, in UTF-16 units. */
const LONGEST = 20_000;
/** What is pasted and longer than this becomes an attachment. */
const LONG = 3_000;

export const TOO_MUCH = `At most ${MOST} attachments of ${LONGEST.toLocaleString('en')} characters each can go with a message.`;

export const isLong = (text: string): boolean => text.length > LONG;

/** In parts that may be sent; no character is cut in two. */
const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + LONGEST;
    const to = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length ? end - 1 : end;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
};

const free = (filename: string, taken: ReadonlySet<string>): string => {
  const [, stem = filename, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(filename) ?? [];
  for (let n = 1; ; n++) {
    const name = n === 1 ? filename : `${stem} ${n}${ending}`;
    if (!taken.has(name)) return name;
  }
};

/** With one more text, in several parts where it is too long for one; null where that is too much. */
export const attach = (before: readonly Attachment[], { filename, text }: Attachment): readonly Attachment[] | null => {
  const all = [...before];
  for (const part of partsOf(text)) {
    if (all.length === MOST) return null;
    all.push({ filename: free(filename, new Set(all.map((one) => one.filename))), text: part });
  }
  return all;
};
