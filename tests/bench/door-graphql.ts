import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Door, microseconds, type OnToken, type Reading, type Target } from './door.ts';

const SEND = 'mutation Send($input: SendMessageInput!) { sendMessage(input: $input) { turnId cursor } }';
const READ = `subscription Read($turnId: ID!, $after: String) {
  turnEvents(turnId: $turnId, after: $after) { __typename cursor ... on TokenGenerated { text } }
}`;

const sentSchema = z.object({ data: z.object({ sendMessage: z.object({ turnId: z.string(), cursor: z.string() }) }) });

const send = async ({ url, cookie }: Target, message: string) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ query: SEND, variables: { input: { message } } }),
  });
  return sentSchema.parse(await response.json()).data.sendMessage;
};

/** A token's text is all that is looked at, for the reader should cost little. */
const tokenOf = (message: string): string | undefined => {
  const start = message.indexOf('"text":"') + 8;
  return start < 8 ? undefined : message.slice(start, message.indexOf('"', start));
};

const subscribe = (
  { url, cookie }: Target,
  variables: { turnId: string; after?: string },
  onToken: OnToken,
): Omit<Reading, 'turnId'> => {
  let join: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => {
    join = resolve;
  });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
    perMessageDeflate: false,
  });
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('close', resolve);
    socket.on('error', reject);
    socket.on('message', (data) => {
      const at = microseconds();
      const message = String(data);
      const token = tokenOf(message);
      if (token !== undefined) return onToken(token, at);
      if (message.includes('"type":"next"') || message.includes('"type":"ping"')) return;
      if (message.includes('"type":"connection_ack"')) {
        return socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: READ, variables } }), join);
      }
      if (!message.includes('"type":"complete"')) reject(new Error(message));
      socket.close();
    });
  });
  return { joined, ended, close: () => socket.terminate() };
};

export const graphqlDoor: Door = {
  ask(target, message, onToken): Reading {
    const sent = send(target, message);
    const reading = sent.then(({ turnId, cursor }) => subscribe(target, { turnId, after: cursor }, onToken));
    return {
      turnId: sent.then(({ turnId }) => turnId),
      joined: reading.then(({ joined }) => joined),
      ended: reading.then(({ ended }) => ended),
      close: () => void reading.then(({ close }) => close()),
    };
  },
  follow(target, turnId, from, onToken) {
    const after = from > 0 ? { after: String(from - 1) } : {};
    return { turnId: Promise.resolve(turnId), ...subscribe(target, { turnId, ...after }, onToken) };
  },
};
