import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Something that is shown this once, with a button that copies it. */
export const Secret = ({ label, children }: { label: string; children: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(children).then(
      () => setCopied(true),
      () => undefined, // forbidden: it can be marked and copied by hand
    );
  return (
    <div role="status" className="flex flex-col gap-2 rounded-xl bg-notice px-4 py-3 text-sm">
      <p>{label}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 break-all select-all">{children}</code>
        {'clipboard' in navigator && (
          <Button kind="icon" aria-label="Copy" onClick={copy}>
            {copied ? <Check className="size-4" /> : <Copy className="size-4" />}
          </Button>
        )}
      </div>
    </div>
  );
};
