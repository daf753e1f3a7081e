import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AttachmentList } from './attachment-list.tsx';
import { type Attachment, attach, isLong, TOO_MUCH } from './attachments.ts';
import { emptyDraft, useDraft } from './draft.ts';

const MAX = 16_000;

type Props = {
  /** Under which what is begun here is kept. */
  draftName: string;
  isAnswering: boolean;
  isStopping: boolean;
  onSend: (text: string, attachments: readonly Attachment[]) => void;
  onStop: () => void;
};

const round =
  'grid size-9 shrink-0 cursor-pointer place-items-center rounded-full transition-colors disabled:cursor-default disabled:opacity-30';

/** Enter sends, Shift+Enter begins a new line, Escape stops the answer. What is pasted and long is attached. */
export const Composer = ({ draftName, isAnswering, isStopping, onSend, onStop }: Props) => {
  const [draft, change] = useDraft(draftName);
  const [refused, setRefused] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { text, attachments } = draft;
  const isBlank = text.trim() === '';

  useEffect(() => {
    const stop = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isAnswering) return;
      const closes = event.target instanceof Element && event.target.closest('[role="menu"], [role$="dialog"]');
      if (!closes) onStop();
    };
    globalThis.addEventListener('keydown', stop);
    return () => globalThis.removeEventListener('keydown', stop);
  }, [isAnswering, onStop]);

  // On a touch screen the keyboard would come up over the conversation.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, []);

  const send = () => {
    if (isBlank) return;
    onSend(text, attachments);
    change(() => emptyDraft);
    setRefused(null);
    box.current?.focus();
  };
  const add = (added: readonly Attachment[]) =>
    change((now) => {
      let all: readonly Attachment[] | null = now.attachments;
      for (const one of added) all = all && attach(all, one);
      setRefused(all ? null : TOO_MUCH);
      return all ? { ...now, attachments: [...all] } : now;
    });
  const pick = async (files: readonly File[]) => {
    const texts = await Promise.all(files.map(async (file) => ({ filename: file.name, text: await file.text() })));
    const other = texts.find((one) => one.text.includes('\0') || one.text.includes('\uFFFD'));
    if (other) setRefused(`${other.filename} is not a text.`);
    else add(texts.filter((one) => one.text !== ''));
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    if (!isLong(pasted)) return;
    event.preventDefault();
    add([{ filename: 'pasted.txt', text: pasted }]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="mx-auto w-full max-w-3xl px-4 pt-1 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex flex-col gap-1 rounded-3xl border border-line bg-raised p-2 shadow-sm focus-within:border-accent">
        {refused && (
          <p role="alert" className="px-3 pt-1 text-sm text-danger">
            {refused}
          </p>
        )}
        <AttachmentList
          attachments={attachments.map((one) => ({ filename: one.filename, length: one.text.length }))}
          onRemove={(index) => change((now) => ({ ...now, attachments: now.attachments.toSpliced(index, 1) }))}
        />
        <div className="flex items-end gap-1">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Texts to attach"
            accept="text/*,.md,.json,.csv,.log,.yaml,.yml,.toml,.ts,.tsx,.js,.py,.rs,.go,.java,.c,.h,.cpp,.sql,.sh"
            onChange={({ target }) => {
              void pick([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <button
            type="button"
            aria-label="Attach texts"
            title="Attach texts"
            onClick={() => picker.current?.click()}
            className={`${round} text-soft hover:bg-hover hover:text-ink`}
          >
            <Paperclip className="size-4.5" aria-hidden="true" />
          </button>
          <textarea
            ref={box}
            id="message"
            aria-label="Message"
            placeholder="Write a message"
            value={text}
            maxLength={MAX}
            rows={1}
            onChange={({ target }) => change((now) => ({ ...now, text: target.value }))}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="field-sizing-content max-h-56 min-h-9 flex-1 resize-none bg-transparent px-1 py-1.5 outline-none placeholder:text-soft"
          />
          {isAnswering && (
            <button
              type="button"
              aria-label="Stop"
              disabled={isStopping}
              onClick={onStop}
              className={`${round} border border-line hover:bg-hover`}
            >
              <Square className="size-3.5 fill-current" aria-hidden="true" />
            </button>
          )}
          <button
            type="submit"
            aria-label="Send"
            disabled={isBlank}
            className={`${round} bg-accent text-on-accent hover:brightness-110`}
          >
            <ArrowUp className="size-5" aria-hidden="true" />
          </button>
        </div>
      </div>
    </form>
  );
};
