import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const MAX = 16_000;

type Props = { isAnswering: boolean; isStopping: boolean; onSend: (text: string) => void; onStop: () => void };

const round =
  'grid size-9 shrink-0 cursor-pointer place-items-center rounded-full transition-colors disabled:cursor-default disabled:opacity-30';

/** Enter sends, Shift+Enter begins a new line, Escape stops the answer. */
export const Composer = ({ isAnswering, isStopping, onSend, onStop }: Props) => {
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
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
    onSend(text);
    setText('');
    box.current?.focus();
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
      <div className="flex items-end gap-2 rounded-3xl border border-line bg-raised p-2 shadow-sm focus-within:border-accent">
        <textarea
          ref={box}
          id="message"
          aria-label="Message"
          placeholder="Write a message"
          value={text}
          maxLength={MAX}
          rows={1}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-56 min-h-9 flex-1 resize-none bg-transparent px-3 py-1.5 outline-none placeholder:text-soft"
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
    </form>
  );
};
