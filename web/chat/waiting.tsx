import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Api } from '../graphql/api.ts';
import type { Chat } from './chat.ts';
import { awaitsDecision } from './exchanges.ts';
import type { TurnState } from './turn-state.ts';

/** The place in the line of a turn that waits, and why it waits where its user can help it. */
export const Waiting = ({ api, chat, turn }: { api: Api; chat: Chat; turn: TurnState }) => {
  const [place, setPlace] = useState(turn.place);
  const isHeld = useSyncExternalStore(chat.subscribe, () => awaitsDecision(chat.thread()));
  useEffect(() => {
    const until = new AbortController();
    const read = async () => {
      for await (const next of api.queuePlace(turn.turnId, until.signal)) setPlace(next);
    };
    read().catch(() => undefined);
    return () => until.abort();
  }, [api, turn.turnId]);
  const said = place && place > 0 ? `Waiting, place ${place}` : 'Waiting…';
  return (
    <p className="animate-pulse text-sm text-soft">
      {isHeld ? 'Waiting until you have decided whether the tool may run' : said}
    </p>
  );
};
