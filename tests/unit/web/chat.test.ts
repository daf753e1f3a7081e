import { expect, it } from 'vitest';
import { openChat } from '../../../web/chat/chat.ts';
import type { ChatDeps } from '../../../web/chat/core.ts';
import { exchangesOf } from '../../../web/chat/exchanges.ts';
import { CancelTurn, HeadQuery, MessagesQuery, SendMessage } from '../../../web/graphql/documents.ts';
import { NO_ANSWER, RequestError } from '../../../web/graphql/errors.ts';
import type { Document } from '../../../web/graphql/request.ts';
import type { TurnEvent } from '../../../web/graphql/turn-events.ts';

const time = '2030-01-01T00:00:00.000Z';
const at = (revision: number) => ({ cursor: `c${revision}`, revision, recordedAt: time });
const requested: TurnEvent = {
  __typename: 'TurnRequested',
  ...at(0),
  turnId: 't1',
  conversationId: 'c1',
  userMessageId: 'u1',
  assistantMessageId: 'a1',
  kind: 'message',
  parentMessageId: null,
  text: 'How are the tides?',
  attachments: [],
};
const story: readonly TurnEvent[] = [
  requested,
  { __typename: 'TurnStarted', ...at(1), attempt: 1 },
  { __typename: 'TokenGenerated', ...at(2), text: 'They turn.' },
  { __typename: 'TurnCompleted', ...at(3), model: 'm', finishReason: 'stop' },
];

type Answer = (variables: Record<string, unknown>) => unknown;

/** A chat whose server answers each document by its function; what was asked of it is kept. */
const open = (answers: Map<Document<unknown>, Answer>, id: string | null = null) => {
  const asked: [Document<unknown>, Record<string, unknown>][] = [];
  const api: ChatDeps['api'] = {
    request: async (document, variables = {}) => {
      asked.push([document, variables]);
      return document.data.parse(document === HeadQuery ? { head: 'now' } : answers.get(document)?.(variables));
    },
    async *turnEvents() {
      yield* story;
    },
    async *conversationEvents(_id, _from, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    wait: async () => undefined,
    connection: {
      status: () => 'connected',
      onChange: () => () => undefined,
      async *subscribe() {},
    },
  };
  let keys = 0;
  const chat = openChat(
    {
      api,
      schedule: () => () => undefined, // no frame ever comes: what is shown was flushed
      newKey: () => `key-${++keys}`,
      now: () => new Date(time),
      projectId: () => null,
    },
    id,
  );
  const of = (document: Document<unknown>) => asked.filter(([which]) => which === document).map(([, given]) => given);
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      if (done()) return resolve();
      const stop = chat.subscribe(() => {
        if (!done()) return;
        stop();
        resolve();
      });
    });
  return { chat, of, until };
};

const taken = {
  sendMessage: { turnId: 't1', conversationId: 'c1', userMessageId: 'u1', assistantMessageId: 'a1' },
};
/** Fails by each error in turn, then answers. */
const after = (errors: readonly RequestError[], answer: unknown): Answer => {
  const left = [...errors];
  return () => {
    const error = left.shift();
    if (error) throw error;
    return answer;
  };
};
const status = (chat: ReturnType<typeof open>['chat']) => chat.thread().turns.get('t1')?.status;

it('sends a message whose answer was lost again under its key, and shows one turn', async () => {
  const lost = new RequestError(NO_ANSWER, 'lost', { retryable: true });
  const { chat, of, until } = open(new Map([[SendMessage, after([lost, lost], taken)]]));
  const opened: string[] = [];
  const close = chat.run((id) => opened.push(id));
  chat.send('How are the tides?');
  expect(exchangesOf(chat.thread())).toMatchObject([{ key: 'key-1', question: { text: 'How are the tides?' } }]);
  await until(() => status(chat) === 'completed');
  expect(of(SendMessage)).toEqual(
    Array.from({ length: 3 }, () => ({ input: { message: 'How are the tides?', idempotencyKey: 'key-1' } })),
  );
  expect(opened).toEqual(['c1']);
  expect(exchangesOf(chat.thread())).toMatchObject([{ key: 'key-1', answer: { text: 'They turn.' } }]);
  close();
});

it('keeps a refused message with its reason until it is sent again, under the same key', async () => {
  const refused = new RequestError('RATE_LIMITED', 'at most 3 of your messages can wait at once');
  const { chat, of, until } = open(new Map([[SendMessage, after([refused], taken)]]));
  const close = chat.run(() => undefined);
  chat.send('How are the tides?');
  await until(() => chat.thread().outbox[0]?.error != null);
  expect(exchangesOf(chat.thread())).toMatchObject([{ key: 'key-1', answer: null }]);
  chat.sendAgain('key-1');
  await until(() => status(chat) === 'completed');
  expect(of(SendMessage).map(({ input }) => input)).toMatchObject([
    { idempotencyKey: 'key-1' },
    { idempotencyKey: 'key-1' },
  ]);
  close();
});

it('cancels a message that was stopped on its way as soon as it is taken', async () => {
  const { chat, of, until } = open(
    new Map<Document<unknown>, Answer>([
      [SendMessage, () => taken],
      [CancelTurn, () => ({ cancelTurn: true })],
    ]),
  );
  const close = chat.run(() => undefined);
  chat.send('How are the tides?');
  chat.stop();
  await until(() => status(chat) === 'completed');
  expect(of(CancelTurn)).toEqual([{ turnId: 't1' }]);
  close();
});

it('follows the turn that runs when a conversation is opened, before any list of messages knows it', async () => {
  const conversation = {
    id: 'c1',
    title: 'Tides',
    pinned: false,
    preview: '',
    updatedAt: time,
    projectId: null,
    activeTurn: { id: 't1' },
  };
  const pageInfo = { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false };
  const page = { conversation, messages: { edges: [], pageInfo } };
  const { chat, until } = open(new Map([[MessagesQuery, () => page]]), 'c1');
  const close = chat.run(() => undefined);
  await until(() => status(chat) === 'completed');
  expect(exchangesOf(chat.thread())).toMatchObject([
    { question: { content: 'How are the tides?' }, answer: { text: 'They turn.' } },
  ]);
  close();
});

it('asks for the first message of a new chat again before it sends a second, so that both stand in one', async () => {
  const lost = new RequestError(NO_ANSWER, 'lost', { retryable: true });
  const tries = Array.from({ length: 7 }, () => lost);
  const { chat, of, until } = open(new Map([[SendMessage, after(tries, taken)]]));
  const close = chat.run(() => undefined);
  chat.send('How are the tides?');
  await until(() => chat.thread().outbox[0]?.error != null);
  chat.send('And the moon?');
  await until(() => chat.thread().outbox.length === 0);
  expect(of(SendMessage).slice(tries.length)).toEqual([
    { input: { message: 'How are the tides?', idempotencyKey: 'key-1' } },
    { input: { message: 'And the moon?', idempotencyKey: 'key-2', conversationId: 'c1', parentMessageId: 'a1' } },
  ]);
  close();
});
