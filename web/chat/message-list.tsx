import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Api } from '../graphql/api.ts';
import { Button } from '../ui/button.tsx';
import type { Chat } from './chat.ts';
import { ExchangeView } from './exchange-view.tsx';
import { type Exchange, isIn } from './exchanges.ts';
import { useJump } from './use-jump.ts';
import { useScroll } from './use-scroll.ts';

type Props = {
  api: Api;
  chat: Chat;
  exchanges: readonly Exchange[];
  hasOlder: boolean;
  /** The message to go to. */
  sought: string | null;
  /** It has been shown for long enough. */
  onSeen: () => void;
};

/** In CSS pixels: of an exchange that was never drawn, and how near its top older ones are sent for. */
const GUESS = 400;
const AHEAD = '1200px';

/** Older messages, sent for before the reader comes to their place; the button is for when that failed. */
const Older = ({ chat }: { chat: Chat }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void chat.loadOlder();
      },
      { root: place.current.closest('[data-testid="messages"]'), rootMargin: `${AHEAD} 0px 0px` },
    );
    near.observe(place.current);
    return () => near.disconnect();
  }, [chat]);
  return (
    <div ref={place} className="flex h-14 items-center justify-center">
      <Button onClick={() => void chat.loadOlder()}>Show older messages</Button>
    </div>
  );
};

/**
 * Only what is near the view is drawn, except the latest exchange, which always is: it grows, and the view hangs on it.
 */
export const MessageList = ({ api, chat, exchanges, hasOlder, sought, onSeen }: Props) => {
  const newest = exchanges.at(-1);
  const earlier = useRef<readonly Exchange[]>([]);
  earlier.current = exchanges.slice(0, -1);
  const { viewport, spacer, latest, heights, settle, isAway, toEnd, letGo, hold } = useScroll(
    newest?.key ?? null,
    newest?.turnId === null,
  );
  const list = useRef<HTMLDivElement>(null);
  const keyOf = useCallback((index: number) => earlier.current[index]?.key ?? index, []);
  const virtual = useVirtualizer({
    count: earlier.current.length,
    getScrollElement: () => viewport.current,
    getItemKey: keyOf,
    estimateSize: useCallback((index: number) => heights.current.get(keyOf(index)) ?? GUESS, [keyOf, heights]),
    anchorTo: 'end', // what comes in above leaves the reader where they are
    overscan: 3,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const size = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a guess that was corrected moves the end
  useLayoutEffect(settle, [size, settle]);
  useJump({
    viewport,
    messageId: sought,
    letGo,
    approach() {
      const index = earlier.current.findIndex((exchange) => sought !== null && isIn(exchange, sought));
      if (index >= 0) virtual.scrollToIndex(index, { align: 'start' });
    },
  });
  const soughtIn = (exchange: Exchange) => (sought !== null && isIn(exchange, sought) ? sought : null);
  const drawn = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  const above = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const below = size - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={viewport}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
        data-testid="messages"
        onAnimationEnd={({ animationName }) => animationName === 'sought' && onSeen()}
      >
        <div role="log" aria-live="off" className="mx-auto max-w-3xl px-4 pt-4">
          {hasOlder && <Older key={exchanges[0]?.key} chat={chat} />}
          <div ref={list} style={{ paddingTop: above, paddingBottom: below }}>
            {drawn.map(({ key, index }) => {
              const exchange = earlier.current[index];
              return (
                exchange && (
                  <div key={key} data-index={index} ref={virtual.measureElement}>
                    <ExchangeView {...{ api, chat, exchange, hold }} sought={soughtIn(exchange)} />
                  </div>
                )
              );
            })}
          </div>
          {newest && (
            <ExchangeView
              key={newest.key}
              ref={latest}
              {...{ api, chat, hold }}
              exchange={newest}
              sought={soughtIn(newest)}
            />
          )}
        </div>
        <div ref={spacer} aria-hidden="true" data-spacer />
      </div>
      {isAway && (
        <button
          type="button"
          aria-label="Jump to the end"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 grid size-9 -translate-x-1/2 cursor-pointer place-items-center rounded-full border border-line bg-raised shadow-md hover:bg-hover"
        >
          <ArrowDown className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </div>
  );
};
