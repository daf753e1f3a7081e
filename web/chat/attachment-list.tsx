import { FileText, X } from 'lucide-react';

type Props = {
  /** `length` in characters. */
  attachments: readonly { readonly filename: string; readonly length: number }[];
  onOpen?: (index: number) => void;
  onRemove?: (index: number) => void;
};

const size = (length: number): string => (length < 1_000 ? `${length}` : `${(length / 1_000).toFixed(1)} k`);

export const AttachmentList = ({ attachments, onOpen, onRemove }: Props) =>
  attachments.length > 0 && (
    <ul aria-label="Attachments" className="flex max-w-full flex-wrap gap-1.5">
      {attachments.map(({ filename, length }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
          key={`${filename} ${index}`}
          className="flex min-w-0 items-center gap-1.5 rounded-lg border border-line bg-page px-2 py-1 text-xs"
        >
          <FileText className="size-3.5 shrink-0 text-soft" aria-hidden="true" />
          {onOpen ? (
            <button
              type="button"
              title={`Read ${filename}`}
              onClick={() => onOpen(index)}
              className="min-w-0 cursor-pointer truncate rounded-sm underline-offset-4 hover:underline"
            >
              {filename}
            </button>
          ) : (
            <span className="truncate">{filename}</span>
          )}
          <span className="shrink-0 text-soft">{size(length)} characters</span>
          {onRemove && (
            <button
              type="button"
              aria-label={`Remove ${filename}`}
              onClick={() => onRemove(index)}
              className="-mr-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
