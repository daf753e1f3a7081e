import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { v4 as randomId } from 'uuid';
import type { Api } from '../graphql/api.ts';
import { UnknownAddress } from '../ui/not-found.tsx';
import { conversationPath, navigate, projectIdOfAddress, useMessageId } from '../ui/route.ts';
import { type Chat, openChat } from './chat.ts';
import { Composer } from './composer.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { Empty } from './empty.tsx';
import { activeTurn, exchangesOf, isElsewhere } from './exchanges.ts';
import { scheduleFrame } from './frame-buffer.ts';
import { MessageList } from './message-list.tsx';
import { ModelPicker } from './model-picker.tsx';
import type { TurnState } from './turn-state.ts';

type Props = { api: Api; userId: string; conversationId: string | null; onSearch: () => void };

/** The chat of the address. A new one stays the same when its first message gives it an address. `key` tells chats apart. */
const useChat = ({ api, conversationId }: Pick<Props, 'api' | 'conversationId'>): { chat: Chat; key: number } => {
  const open = (key: number) => ({
    key,
    chat: openChat(
      {
        api,
        schedule: scheduleFrame,
        newKey: () => randomId(), // not crypto.randomUUID, which plain HTTP from another machine lacks
        now: () => new Date(),
        projectId: projectIdOfAddress,
      },
      conversationId,
    ),
  });
  const [current, setCurrent] = useState(() => open(0));
  if (current.chat.id() !== conversationId) setCurrent(open(current.key + 1));
  const { chat } = current;
  useEffect(() => chat.run((id) => navigate(conversationPath(id), { replace: true })), [chat]);
  return current;
};

const Unreachable = () => (
  <p className="grid flex-1 place-content-center p-8 text-center text-soft">
    The server cannot be reached. Trying again…
  </p>
);

/** Says what goes on to those who don't see it; the answer itself is not read out word by word. */
const Announcement = ({ turn }: { turn: TurnState | null }) => {
  const [said, setSaid] = useState('');
  const status = turn?.status;
  useEffect(() => {
    setSaid((before) =>
      status === 'running' ? 'Answering' : status === undefined && before ? 'Answer ended' : before,
    );
  }, [status]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
};

/** The message that the address names, once its branch is shown; then the address is the conversation's again. */
const useSought = (chat: Chat, isLoaded: boolean) => {
  const messageId = useMessageId();
  const [sought, setSought] = useState<{ chat: Chat; messageId: string; isMissing: boolean } | null>(null);
  useEffect(() => {
    if (messageId === null || !isLoaded) return;
    let isCurrent = true;
    const find = async () => {
      const refused = await chat.find(messageId);
      const id = chat.id();
      if (!isCurrent || id === null) return;
      setSought({ chat, messageId, isMissing: refused !== null });
      navigate(conversationPath(id), { replace: true });
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [chat, messageId, isLoaded]);
  const forget = useCallback(() => setSought(null), []);
  return { sought: sought?.chat === chat ? sought : null, forget };
};

export const ChatView = (props: Props) => {
  const { chat, key } = useChat(props);
  const thread = useSyncExternalStore(chat.subscribe, chat.thread);
  const exchanges = exchangesOf(thread);
  const active = activeTurn(thread);
  const { sought, forget } = useSought(chat, thread.conversation !== null);
  const isSending = thread.outbox.some(({ error }) => error === null);
  const title = thread.conversation?.title;
  useEffect(() => {
    document.title = title ? `${title} · Turnlog` : 'Turnlog';
  }, [title]);

  if (thread.status === 'missing') return <UnknownAddress what="conversation" onSearch={props.onSearch} />;
  if (thread.status === 'unreachable' && exchanges.length === 0) return <Unreachable />;
  return (
    <>
      {exchanges.length > 0 ? (
        <MessageList
          key={`list ${key}`}
          api={props.api}
          chat={chat}
          exchanges={exchanges}
          hasOlder={thread.olderCursor !== null}
          sought={sought?.isMissing === false ? sought.messageId : null}
          onSeen={forget}
        />
      ) : thread.status === 'loading' ? (
        <div className="flex-1" />
      ) : (
        <Empty api={props.api} onAsk={chat.send} />
      )}
      <Announcement turn={active} />
      {sought?.isMissing && (
        <p role="status" className="pb-1 text-center text-sm text-soft">
          That message is not here any more.
        </p>
      )}
      {active && isElsewhere(thread, active) && (
        <Elsewhere turn={active} onShow={(messageId) => void chat.select(messageId)} />
      )}
      <Composer
        key={`box ${key}`}
        draftName={`${props.userId}.${props.conversationId ?? 'new'}`}
        isAnswering={active !== null || isSending}
        isStopping={active?.stopping ?? false}
        onSend={chat.send}
        onStop={chat.stop}
      />
      <ModelPicker api={props.api} />
    </>
  );
};
