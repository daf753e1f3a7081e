import { Client, cacheExchange, fetchExchange, mapExchange, type RequestPolicy } from 'urql';
import { type ConversationEvent, ConversationEvents } from './branch-documents.ts';
import { type Connection, openConnection } from './connection.ts';
import { QueuePlace, type ViewerEvent, ViewerEvents } from './documents.ts';
import { fromCombinedError, RequestError } from './errors.ts';
import { type Document, request } from './request.ts';
import { backOff, resume } from './resume.ts';
import { type TurnEvent, TurnEvents } from './turn-events.ts';

/** Waits out the back-off; cut short when the connection is back or the browser comes online. */
const waitFor = (connection: Connection) => (attempt: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      globalThis.removeEventListener('online', done);
      stopListening();
      resolve();
    };
    const timer = setTimeout(done, backOff(attempt, Math.random));
    const stopListening = connection.onChange(() => connection.status() === 'connected' && done());
    signal.addEventListener('abort', done, { once: true });
    globalThis.addEventListener('online', done);
  });

/** Everything the client asks of the server, for one session. `onSignedOut` is called whenever an answer says that the session is over. */
export const openApi = ({ origin, onSignedOut }: { origin: string; onSignedOut: () => void }) => {
  const client = new Client({
    url: `${origin}/graphql`,
    exchanges: [
      mapExchange({
        onError(error) {
          if (fromCombinedError(error).code === 'UNAUTHENTICATED') onSignedOut();
        },
      }),
      cacheExchange,
      fetchExchange,
    ],
    preferGetMethod: false,
    fetchOptions: { credentials: 'same-origin' },
  });
  const connection = openConnection(`${origin.replace(/^http/, 'ws')}/graphql`);
  const wait = waitFor(connection);

  async function* live<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* events;
    } catch (error) {
      if (error instanceof RequestError && error.code === 'UNAUTHENTICATED') onSignedOut();
      throw error;
    }
  }

  return {
    connection,
    wait,
    request: <T>(
      document: Document<T>,
      variables?: Record<string, unknown>,
      options?: { signal?: AbortSignal; requestPolicy?: RequestPolicy },
    ) => request(client, document, variables, options),

    /** The turn's events from its beginning to its end, each once. */
    async *turnEvents(turnId: string, signal: AbortSignal): AsyncGenerator<TurnEvent> {
      const events = resume({
        subscribe: (after, until) => connection.subscribe(TurnEvents, { turnId, after }, until),
        cursorOf: ({ turnEvents }) => turnEvents.cursor,
        wait,
        signal,
      });
      for await (const { turnEvents } of live(events)) yield turnEvents;
    },

    /** What happens to the viewer's conversations behind the cursor. */
    async *viewerEvents(from: string, signal: AbortSignal): AsyncGenerator<ViewerEvent> {
      const events = resume({
        subscribe: (after, until) => connection.subscribe(ViewerEvents, { after }, until),
        cursorOf: ({ viewerEvents }) => viewerEvents.cursor,
        wait,
        signal,
        after: from,
      });
      for await (const { viewerEvents } of live(events)) yield viewerEvents;
    },

    /** What happens to a conversation behind the cursor, until it is deleted. */
    async *conversationEvents(
      conversationId: string,
      from: string,
      signal: AbortSignal,
    ): AsyncGenerator<ConversationEvent> {
      const events = resume({
        subscribe: (after, until) => connection.subscribe(ConversationEvents, { conversationId, after }, until),
        cursorOf: ({ conversationEvents }) => conversationEvents.cursor,
        wait,
        signal,
        after: from,
      });
      for await (const { conversationEvents } of live(events)) yield conversationEvents;
    },

    /** A subscription that gives what stands as it begins, and whatever comes of it; it begins again when it was lost. */
    live: <T>(document: Document<T>, signal: AbortSignal): AsyncGenerator<T> =>
      live(
        resume({
          subscribe: (_, until) => connection.subscribe(document, {}, until),
          cursorOf: () => null,
          wait,
          signal,
        }),
      ),

    /** The turn's place in the line, again whenever it changes, until it runs. */
    async *queuePlace(turnId: string, signal: AbortSignal): AsyncGenerator<number> {
      const places = resume({
        subscribe: (_, until) => connection.subscribe(QueuePlace, { turnId }, until),
        cursorOf: () => null,
        wait,
        signal,
      });
      for await (const { queuePlace } of live(places)) yield queuePlace;
    },
  };
};

export type Api = ReturnType<typeof openApi>;
