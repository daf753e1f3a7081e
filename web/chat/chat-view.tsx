import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConversationList } from '../conversations/conversation-list.ts';
import type { Api } from '../graphql/api.ts';
import { Button } from '../ui/button.tsx';
import { conversationPath, navigate } from '../ui/route.ts';
import { type Chat, openChat } from './chat.ts';
import { Composer } from './composer.tsx';
import { activeTurn, exchangesOf } from './exchanges.ts';
import { scheduleFrame } from './frame-buffer.ts';
import { MessageList } from './message-list.tsx';

type Props = { api: Api; list: ConversationList; conversationId: string | null };

/** The chat of the address. A new one stays the same when its first message gives it an address. */
const useChat = ({ api, list, conversationId }: Props): Chat => {
  const open = (id: string | null) => ({
    id,
    chat: openChat(
      {
        api,
        onViewerEvent: list.onViewerEvent,
        schedule: scheduleFrame,
        newKey: () => crypto.randomUUID(),
        now: () => new Date(),
      },
      id,
    ),
  });
  const [current, setCurrent] = useState(() => open(conversationId));
  const opened = useRef<string | null>(null);
  if (current.id !== conversationId) {
    const isSame = current.id === null && opened.current === conversationId;
    setCurrent(isSame ? { ...current, id: conversationId } : open(conversationId));
  }
  const { chat } = current;
  useEffect(
    () =>
      chat.run((id) => {
        opened.current = id;
        navigate(conversationPath(id), { replace: true });
      }),
    [chat],
  );
  return chat;
};

const Empty = () => (
  <div className="grid flex-1 place-content-center gap-2 p-8 text-center">
    <h1 className="font-serif text-3xl tracking-tight">What would you like to know?</h1>
    <p className="max-w-md text-soft">
      Every answer is kept as it is written. Reload, go offline, come back on another device: it goes on where it was.
    </p>
  </div>
);

const Missing = ({ unreachable }: { unreachable: boolean }) => (
  <div className="grid flex-1 place-content-center gap-4 p-8 text-center">
    <p className="text-soft">
      {unreachable
        ? 'The server cannot be reached. Trying again…'
        : 'This conversation does not exist, or it is not yours.'}
    </p>
    {!unreachable && <Button onClick={() => navigate('/')}>Start a new one</Button>}
  </div>
);

export const ChatView = (props: Props) => {
  const chat = useChat(props);
  const thread = useSyncExternalStore(chat.subscribe, chat.thread);
  const exchanges = exchangesOf(thread);
  const active = activeTurn(thread);
  const isSending = thread.outbox.some(({ error }) => error === null);
  const title = thread.conversation?.title;
  useEffect(() => {
    document.title = title ? `${title} · Turnlog` : 'Turnlog';
  }, [title]);

  const isGone = thread.status === 'missing' || (thread.status === 'unreachable' && exchanges.length === 0);
  if (isGone) return <Missing unreachable={thread.status === 'unreachable'} />;
  return (
    <>
      {exchanges.length > 0 ? (
        <MessageList api={props.api} chat={chat} exchanges={exchanges} hasOlder={thread.olderCursor !== null} />
      ) : thread.status === 'loading' ? (
        <div className="flex-1" />
      ) : (
        <Empty />
      )}
      <Composer
        isAnswering={active !== null || isSending}
        isStopping={active?.stopping ?? false}
        onSend={chat.send}
        onStop={chat.stop}
      />
    </>
  );
};
