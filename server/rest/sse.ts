import type { ServerResponse } from 'node:http';

const KEEPALIVE_MS = 15_000;
const KEEPALIVE = ': keepalive\n\n';

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
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
    /** Each frame is one write. Resolves when the reader has room for more, or is gone. */
    async write(frames: readonly (Buffer | null)[]): Promise<void> {
      response.cork();
      for (const frame of frames) {
        if (gone.signal.aborted) return;
        if (frame === null || response.write(frame)) continue;
        response.uncork();
        await room();
        response.cork();
      }
      response.uncork();
      silence.refresh();
    },
    end(): void {
      clearInterval(silence);
      response.end();
    },
  };
};
