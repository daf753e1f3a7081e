import { useEffect, useState } from 'react';

const SAID_MS = 1_500;

/** Puts text on the clipboard. False where the browser does not allow it. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

/** Plain HTTP from another machine has no clipboard of its own: what is selected in a box can still be copied. */
const copySelected = (text: string): boolean => {
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.className = 'sr-only';
  document.body.append(box);
  box.select();
  try {
    return document.execCommand('copy');
  } finally {
    box.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
};

/** `copied` says for a moment what became of the last copy; null otherwise. */
export const useCopy = () => {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: (text: string): void => void copyText(text).then(setCopied) };
};
