import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type House, openHouse, type Person } from './fixture.ts';
import { requestTurn } from './turns.ts';

const BATCHES = 20;
const TOKENS = 250;
const text = 'x'.repeat(2_000);

describe('a client that stops reading', () => {
  let house: House;
  let ada: Person;
  beforeAll(async () => {
    house = await openHouse();
    ada = await house.signIn('Ada');
  });
  afterAll(() => house.close());

  /** A bare socket that has subscribed: `paused` before it reads anything of the turn. */
  const subscribe = async (turnId: string, isPaused: boolean) => {
    const socket = new WebSocket(house.wsUrl, 'graphql-transport-ws', { headers: ada.headers });
    const revisions: number[] = [];
    let done = false;
    await new Promise<void>((resolve) => {
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'connection_ack') {
          const query = `subscription { turnEvents(turnId: "${turnId}") { revision ... on TokenGenerated { text } } }`;
          socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }), () => resolve());
          if (isPaused) socket.pause();
        }
        if (message.type === 'next') revisions.push(message.payload.data.turnEvents.revision);
        done ||= message.type === 'complete';
      });
    });
    return { socket, revisions, done: () => done };
  };

  it('holds a bounded part of the turn in the memory of the server, holds nobody up, and misses nothing', async () => {
    const turn = await requestTurn(house, ada);
    await turn.start();
    const raw = new Promise<{ writableLength: number }>((resolve) =>
      house.server.once('upgrade', (_, it) => resolve(it)),
    );
    const slow = await subscribe(turn.turnId, true);
    const socket = await raw;
    const quick = await subscribe(turn.turnId, false);

    let mostBuffered = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      await turn.say(...Array.from({ length: TOKENS }, () => text));
      await sleep(5);
      mostBuffered = Math.max(mostBuffered, socket.writableLength);
    }
    await turn.complete();
    await vi.waitFor(() => expect(quick.done()).toBe(true), 20_000);
    expect(slow.revisions).toEqual([]);
    expect(mostBuffered).toBeGreaterThan(0);
    expect(mostBuffered).toBeLessThan(128 * 1024);

    slow.socket.resume();
    await vi.waitFor(() => expect(slow.done()).toBe(true), 20_000);
    const all = Array.from({ length: BATCHES * TOKENS + 4 }, (_, revision) => revision);
    expect(quick.revisions).toEqual(all);
    expect(slow.revisions).toEqual(all);
    slow.socket.terminate();
    quick.socket.terminate();
  });
});
