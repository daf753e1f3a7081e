import type { Position } from '../../schema/order.ts';
import type { RecordedEvent } from './event-store.ts';

export type Listener = { push(events: readonly RecordedEvent[], position: Position): void; end(): void };

/** What a listener is told of: one stream, one user's events, or all. */
export type Interest = { readonly stream: string } | { readonly userId: string } | 'all';

/** The events of each key, in their order. */
const groupBy = (events: readonly RecordedEvent[], keyOf: (event: RecordedEvent) => string | null) => {
  const groups = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return groups;
};

/** Who listens to the tail, so that each is told only what may concern him. */
export const openListeners = () => {
  const toAll = new Set<Listener>();
  const byStream = new Map<string, Set<Listener>>();
  const byUser = new Map<string, Set<Listener>>();

  const addTo = (index: Map<string, Set<Listener>>, key: string, listener: Listener) => {
    const group = index.get(key) ?? new Set();
    index.set(key, group.add(listener));
    return () => {
      if (!group.delete(listener)) return false;
      if (group.size === 0 && index.get(key) === group) index.delete(key);
      return true;
    };
  };

  return {
    /** Answers with how to leave, which says whether it was there. */
    add(interest: Interest, listener: Listener): () => boolean {
      if (interest !== 'all') {
        return 'stream' in interest
          ? addTo(byStream, interest.stream, listener)
          : addTo(byUser, interest.userId, listener);
      }
      toAll.add(listener);
      return () => toAll.delete(listener);
    },
    /** `onStream` hears of each stream's own events. */
    tell(
      events: readonly RecordedEvent[],
      position: Position,
      onStream: (stream: string, events: readonly RecordedEvent[]) => void,
    ): void {
      for (const listener of toAll) listener.push(events, position);
      for (const [stream, group] of groupBy(events, (event) => event.stream.name)) {
        onStream(stream, group);
        for (const listener of byStream.get(stream) ?? []) listener.push(group, position);
      }
      if (byUser.size === 0) return;
      for (const [user, group] of groupBy(events, (event) => event.stream.userId)) {
        for (const listener of byUser.get(user) ?? []) listener.push(group, position);
      }
    },
    /** Tells those who hear only one user's events how far the log was seen. */
    tellUsers(position: Position): void {
      for (const group of byUser.values()) for (const listener of group) listener.push([], position);
    },
    endAll(): void {
      for (const group of [toAll, ...byStream.values(), ...byUser.values()])
        for (const listener of group) listener.end();
    },
  };
};
