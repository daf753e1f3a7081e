import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { FileText, MessageSquare, MoreHorizontal, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import type { Conversation } from '../graphql/documents.ts';
import { Keys } from '../keyboard/keys.tsx';
import { backdrop } from '../ui/dialog.ts';
import { conversationPath, messagePath, navigate } from '../ui/route.ts';
import { type Command, commandsFor } from './commands.ts';
import type { SearchHit, Segment } from './documents.ts';
import { useSearch } from './use-search.ts';

type Entry = { readonly id: string; readonly shown: ReactNode; readonly run: () => void; readonly staysOpen?: true };
type Group = { readonly name: string; readonly items: readonly Entry[] };

const RECENT = 6;
const sign = 'size-4 shrink-0 text-soft';

const Marked = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, isHit }, n) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
      <mark key={n} className="rounded-sm bg-notice text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );

const commandEntry = ({ id, name, keys, run }: Command): Entry => ({
  id,
  run,
  shown: (
    <>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {keys && <Keys keys={keys} />}
    </>
  ),
});

const conversationEntry = ({ id, title }: Conversation): Entry => ({
  id,
  run: () => navigate(conversationPath(id)),
  shown: (
    <>
      <MessageSquare className={sign} aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{title}</span>
    </>
  ),
});

const hitEntry = ({ conversationId, messageId, role, title, snippet }: SearchHit): Entry => ({
  id: messageId ?? conversationId,
  run: () => navigate(messageId === null ? conversationPath(conversationId) : messagePath(conversationId, messageId)),
  shown:
    messageId === null ? (
      <>
        <MessageSquare className={sign} aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">
          <Marked segments={title} />
        </span>
      </>
    ) : (
      <>
        <FileText className={`${sign} mt-0.5 self-start`} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 wrap-anywhere">
            <Marked segments={snippet} />
          </span>
          <span className="block truncate text-xs text-soft">
            {role === 'USER' ? 'You' : 'Answer'} in <Marked segments={title} />
          </span>
        </span>
      </>
    ),
});

type Props = {
  api: Pick<Api, 'request'>;
  commands: readonly Command[];
  recent: readonly Conversation[];
  onClose: () => void;
};

/** Where everything is found: conversations, messages, and what can be done. */
export const Palette = ({ api, commands, recent, onClose }: Props) => {
  const [query, setQuery] = useState('');
  const { hits, next, error, isSearching, more } = useSearch(api, query);
  const isBlank = query.trim() === '';
  const moreEntry: Entry = {
    id: 'more',
    staysOpen: true,
    run: () => void more(),
    shown: (
      <>
        <MoreHorizontal className={sign} aria-hidden="true" />
        Show more
      </>
    ),
  };
  const groups: Group[] = [
    { name: 'Recent', items: isBlank ? recent.slice(0, RECENT).map(conversationEntry) : [] },
    { name: 'Commands', items: commandsFor(commands, query).map(commandEntry) },
    { name: 'Found', items: isBlank ? [] : [...hits.map(hitEntry), ...(next === null ? [] : [moreEntry])] },
  ].filter(({ items }) => items.length > 0);
  const status = error ?? (isBlank || isSearching || groups.length > 0 ? '' : 'Nothing was found.');

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          aria-label="Search and commands"
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[75dvh] w-[min(38rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-2xl border border-line bg-raised shadow-xl outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={query}
            onValueChange={(value, { reason }) => reason === 'item-press' || setQuery(value)}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search className={sign} aria-hidden="true" />
              <Autocomplete.Input
                aria-label="Search conversations and commands"
                placeholder="Search, or choose a command"
                className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-soft"
              />
            </div>
            <p role="status" className={status ? 'px-4 py-6 text-center text-sm text-soft' : 'sr-only'}>
              {status}
            </p>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
              {(group: Group) => (
                <Autocomplete.Group key={group.name} items={[...group.items]}>
                  <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs text-soft">
                    {group.name}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        onClick={() => {
                          if (!entry.staysOpen) onClose();
                          entry.run();
                        }}
                        className="flex cursor-pointer items-center gap-3 rounded-lg px-2.5 py-2 text-sm outline-none data-highlighted:bg-hover"
                      >
                        {entry.shown}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
