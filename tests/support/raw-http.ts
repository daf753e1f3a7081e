import { once } from 'node:events';
import { connect } from 'node:net';

/** A plain connection to a server: for requests that no HTTP client would make. */
export const openRaw = async (url: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  // The other end may hang up while we still write.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    write: (text: string) => socket.write(text),
    answer: () => answer,
    /** All that came, once the server has closed the connection. */
    async closed(): Promise<string> {
      await closed;
      return answer;
    },
    destroy: () => socket.destroy(),
  };
};
