import type { Api } from '../graphql/api.ts';
import { Button } from '../ui/button.tsx';
import type { Chat } from './chat.ts';
import { ExchangeView } from './exchange-view.tsx';
import type { Exchange } from './exchanges.ts';
import { useScroll } from './use-scroll.ts';

type Props = { api: Api; chat: Chat; exchanges: readonly Exchange[]; hasOlder: boolean };

export const MessageList = ({ api, chat, exchanges, hasOlder }: Props) => {
  const newest = exchanges.at(-1);
  const last = newest?.key ?? null;
  const { viewport, spacer, latest } = useScroll(last, newest?.turnId === null);

  const loadOlder = async () => {
    const view = viewport.current;
    const before = view ? view.scrollHeight - view.scrollTop : 0;
    await chat.loadOlder();
    requestAnimationFrame(() => {
      if (view) view.scrollTop = view.scrollHeight - before;
    });
  };

  return (
    <div ref={viewport} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain" data-testid="messages">
      <div role="log" aria-live="off" className="mx-auto max-w-3xl px-4 pt-4">
        {hasOlder && (
          <div className="flex justify-center py-2">
            <Button onClick={() => void loadOlder()}>Show older messages</Button>
          </div>
        )}
        {exchanges.map((exchange) => (
          <ExchangeView
            key={exchange.key}
            api={api}
            chat={chat}
            exchange={exchange}
            {...(exchange.key === last ? { ref: latest } : {})}
          />
        ))}
      </div>
      <div ref={spacer} aria-hidden="true" data-spacer />
    </div>
  );
};
