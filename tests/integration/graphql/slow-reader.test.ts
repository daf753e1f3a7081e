import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type House, openHouse, type Person } from './fixture.ts';
import { type RequestedTurn, requestTurn } from './turns.ts';

const BATCHES = 20;
const TOKENS = 250;
const text = 'x'.repeat(2_000);

const queryOf = ({ turnId }: RequestedTurn) =>
  `subscription { turnEvents(turnId: "${turnId}") { __typename revision ... on TokenGenerated { text } } }`;
const logQueryOf = ({ conversationId }: RequestedTurn) =>
  `subscription { allEvents(filter: { category: "turn", conversationId: "${conversationId}" }) {
    events { __typename revision ... on TokenGenerated { text } }
  } }`;

/** What has been read, as text; reading begins at once unless `isPaused`. */
type Reader = { read: () => string; resume: () => void; close: () => void };

describe('a client that stops reading', () => {
  let house: House;
  let ada: Person;
  let accepted: Promise<Socket>;
  beforeAll(async () => {
    house = await openHouse();
    ada = await house.signIn('Ada', { isAdmin: true });
  });
  afterAll(() => house.close());

  const bySocket = async (turn: RequestedTurn, isPaused: boolean, query = queryOf(turn)): Promise<Reader> => {
    const socket = new WebSocket(house.wsUrl, 'graphql-transport-ws', { headers: ada.headers });
    let seen = '';
    await new Promise<void>((resolve) => {
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', (data) => {
        seen += String(data);
        if (!String(data).includes('connection_ack')) return;
        const subscribe = { id: '1', type: 'subscribe', payload: { query } };
        socket.send(JSON.stringify(subscribe), () => resolve());
        if (isPaused) socket.pause();
      });
    });
    return { read: () => seen, resume: () => socket.resume(), close: () => socket.terminate() };
  };

  const logBySocket = (turn: RequestedTurn, isPaused: boolean) => bySocket(turn, isPaused, logQueryOf(turn));

  const byResponse = async (turn: RequestedTurn, isPaused: boolean): Promise<Reader> => {
    const headers = { ...ada.headers, accept: 'text/event-stream' };
    const url = `${house.url}?query=${encodeURIComponent(queryOf(turn))}`;
    const response = await new Promise<IncomingMessage>((resolve) => get(url, { headers }, resolve));
    let seen = '';
    const resume = () => response.on('data', (chunk) => (seen += String(chunk)));
    if (!isPaused) resume();
    return { read: () => seen, resume, close: () => response.destroy() };
  };

  const isDone = ({ read }: Reader) => /"TurnCompleted"/.test(read());
  const revisionsOf = ({ read }: Reader) =>
    [...read().matchAll(/"revision":(\d+)/g)].map(([, revision]) => Number(revision));

  it.each([
    ['graphql-ws', bySocket],
    ['graphql-ws, the whole log', logBySocket],
    ['server-sent events', byResponse],
  ])(
    'holds a bounded part of the turn in the memory of the server, holds nobody up, and misses nothing: %s',
    async (_, subscribe) => {
      const turn = await requestTurn(house, ada);
      await turn.start();
      accepted = new Promise((resolve) => house.server.once('connection', resolve));
      const slow = await subscribe(turn, true);
      const socket = await accepted;
      const quick = await subscribe(turn, false);

      let mostBuffered = 0;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        await turn.say(...Array.from({ length: TOKENS }, () => text));
        await sleep(5);
        mostBuffered = Math.max(mostBuffered, socket.writableLength);
      }
      await turn.complete();
      await vi.waitFor(() => expect(isDone(quick)).toBe(true), 20_000);
      expect(revisionsOf(slow)).toEqual([]);
      expect(mostBuffered).toBeGreaterThan(0);
      expect(mostBuffered).toBeLessThan(128 * 1024);

      slow.resume();
      await vi.waitFor(() => expect(isDone(slow)).toBe(true), 20_000);
      const all = Array.from({ length: BATCHES * TOKENS + 4 }, (_, revision) => revision);
      expect(revisionsOf(quick)).toEqual(all);
      expect(revisionsOf(slow)).toEqual(all);
      slow.close();
      quick.close();
    },
    60_000,
  );
});
