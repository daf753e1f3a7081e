import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FlakyPostgres = {
  readonly url: string;
  /** Loses the answers of the next so many flushes: they are committed, and the connection is cut before they come. */
  loseAnswers(count: number): void;
  readonly lost: () => number;
  /** Cuts all connections and refuses new ones, until `up`. */
  down(): void;
  up(): void;
  close(): Promise<void>;
};

/** A network between a store and its Postgres that fails when it is told to. */
export const openFlakyPostgres = async (url: string): Promise<FlakyPostgres> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let [isDown, losing, lost] = [false, 0, 0];

  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const ends = [client, upstream];
    const cut = () => {
      for (const end of ends) {
        sockets.delete(end);
        end.destroy();
      }
    };
    for (const end of ends) {
      sockets.add(end.setNoDelay());
      end.on('close', cut).on('error', cut);
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      // Postgres sends a small answer when the transaction has been committed.
      if (losing > 0 && data.includes('"verdicts"')) {
        losing -= 1;
        lost += 1;
        return cut();
      }
      client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);

  const down = () => {
    isDown = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    loseAnswers(count) {
      losing = count;
    },
    lost: () => lost,
    down,
    up() {
      isDown = false;
    },
    async close() {
      down();
      server.close();
      await once(server, 'close');
    },
  };
};
