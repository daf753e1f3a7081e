import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

const PREFIX = 'turnlog.draft.';
const stored = z.object({
  text: z.string(),
  attachments: z.array(z.object({ filename: z.string(), text: z.string() })),
});
export type Draft = z.infer<typeof stored>;
export const emptyDraft: Draft = { text: '', attachments: [] };

const read = (name: string): Draft => {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null'));
  } catch {
    return emptyDraft;
  }
};

const write = (name: string, draft: Draft): void => {
  try {
    const isEmpty = draft.text === '' && draft.attachments.length === 0;
    if (isEmpty) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // Storage may be forbidden or full: the draft lasts as long as the page.
  }
};

/** Forgets what everybody has begun to write here. */
export const forgetDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing could be kept either.
  }
};

/** Makes the draft of what it is when it is asked: files that were read meanwhile join what was written meanwhile. */
type Change = (next: (now: Draft) => Draft) => void;

/** What has been begun to be written under a name, kept over reloads. It moves along when the name changes. */
export const useDraft = (name: string): [draft: Draft, change: Change] => {
  const [draft, setDraft] = useState(() => read(name));
  const latest = useRef(draft);
  const kept = useRef(name);
  useEffect(() => {
    if (kept.current !== name) write(kept.current, emptyDraft);
    kept.current = name;
    write(name, draft);
  }, [name, draft]);
  const change = useCallback<Change>((next) => {
    latest.current = next(latest.current);
    setDraft(latest.current);
  }, []);
  return [draft, change];
};
