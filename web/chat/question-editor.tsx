import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';

const MAX = 16_000;

type Props = {
  text: string;
  /** Returns why it was refused; null where it was taken. */
  onSend: (text: string) => Promise<string | null>;
  onClose: () => void;
};

/** A question in other words. Enter sends, Shift+Enter begins a new line, Escape leaves it as it was. */
export const QuestionEditor = ({ text: before, onSend, onClose }: Props) => {
  const [text, setText] = useState(before);
  const [isSending, setIsSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(before.length, before.length);
  }, [before]);

  const send = async () => {
    if (text.trim() === '' || isSending) return;
    setIsSending(true);
    const why = await onSend(text);
    setIsSending(false);
    setRefused(why);
    if (why === null) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault(); // it would stop an answer
      onClose();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className="flex w-full flex-col gap-2 rounded-2xl bg-bubble p-3 focus-within:outline-1 focus-within:outline-accent"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={box}
        aria-label="Edit message"
        value={text}
        maxLength={MAX}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-80 min-h-9 w-full resize-none bg-transparent px-1 outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {refused !== null && (
          <p role="alert" className="mr-auto text-sm text-danger">
            {refused}
          </p>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={text.trim() === '' || isSending}>
          Send
        </Button>
      </div>
    </form>
  );
};
