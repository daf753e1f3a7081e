import type { ServerResponse } from 'node:http';

const KEEPALIVE_MS = 15_000;
const KEEPALIVE = ': keepalive\n\n';
const MAX_WRITE_BYTES = 64 * 1024;

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-content-type-options': 'nosniff',
  'x-accel-buffering': 'no',
} as const;

export type SseStream = ReturnType<typeof openSse>;

/**
 * An event stream on Node's own response. Headers leave at once; a comment goes out after 15 s of silence. `signal`
 * aborts when the reader is gone.
 */
export const openSse = (response: ServerResponse, keepaliveMs = KEEPALIVE_MS) => {
  const gone = new AbortController();
  let drained: (() => void) | undefined;
  response.on('drain', () => drained?.());
  response.on('close', () => {
    clearInterval(silence);
    gone.abort();
    drained?.();
  });
  response.on('error', () => gone.abort());
  const silence = setInterval(() => {
    if (!response.writableNeedDrain && !response.writableEnded) response.write(KEEPALIVE);
  }, keepaliveMs);
  response.writeHead(200, sseHeaders);
  response.flushHeaders();
  response.socket?.setNoDelay(true);

  const room = async () => {
    while (response.writableNeedDrain && !gone.signal.aborted) {
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
    }
    drained = undefined;
  };

  return {
    signal: gone.signal,
    /**
     * Frames that are ready together leave in one write, up to a bound; none is ever cut. Resolves when the reader has
     * room for more, or is gone.
     */
    async write(frames: readonly (Buffer | null)[]): Promise<void> {
      let ready: Buffer[] = [];
      let bytes = 0;
      const send = async () => {
        const written = gone.signal.aborted || response.write(Buffer.concat(ready, bytes));
        ready = [];
        bytes = 0;
        if (!written) await room();
      };
      for (const frame of frames) {
        if (frame === null) continue;
        ready.push(frame);
        bytes += frame.length;
        if (bytes >= MAX_WRITE_BYTES) await send();
      }
      if (bytes > 0) await send();
      silence.refresh();
    },
    end(): void {
      clearInterval(silence);
      response.end();
    },
  };
};
