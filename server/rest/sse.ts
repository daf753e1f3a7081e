import type { ServerResponse } from 'node:http';
import type { Time } from '../time.ts';

const KEEPALIVE_MS = 15_000;
const KEEPALIVE = ': keepalive\n\n';
const MAX_CORKED_BYTES = 64 * 1024;

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
export const openSse = (
  response: ServerResponse,
  { elapsed, later }: Pick<Time, 'elapsed' | 'later'>,
  keepaliveMs = KEEPALIVE_MS,
) => {
  const gone = new AbortController();
  let drained: (() => void) | undefined;
  response.on('drain', () => drained?.());
  response.on('close', () => {
    rest();
    gone.abort();
    drained?.();
  });
  response.on('error', () => gone.abort());
  let spoken = elapsed();
  /** One timer, whatever is written: it looks how long the silence has been, and again when that may be long enough. */
  const listen = (ms: number) =>
    later(ms, () => {
      const left = spoken + keepaliveMs - elapsed();
      if (left <= 0) {
        if (!response.writableNeedDrain) response.write(KEEPALIVE);
        spoken = elapsed();
      }
      rest = listen(left > 0 ? left : keepaliveMs);
    });
  let rest = listen(keepaliveMs);
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
     * Each frame is a write of its own; those that are ready together leave in one call of the system, up to a bound.
     * Resolves when the reader has room for more, or is gone.
     */
    async write(frames: readonly (Buffer | null)[]): Promise<void> {
      let corked = 0;
      const send = async () => {
        response.uncork();
        corked = 0;
        await room();
      };
      for (const frame of frames) {
        if (frame === null || gone.signal.aborted) continue;
        if (corked === 0) response.cork();
        response.write(frame);
        spoken = elapsed();
        corked += frame.length;
        if (corked >= MAX_CORKED_BYTES) await send();
      }
      if (corked > 0) await send();
    },
    /** Ends the connection without an end of the stream, once what was written has left. */
    breakOff(): void {
      rest();
      response.socket?.destroySoon();
    },
    end(): void {
      rest();
      response.end();
    },
  };
};

/** Breaks the stream off once its reader may read no more: `watch` resolves then, or at the signal. */
export const breakOffWith = (sse: SseStream, watch: (signal: AbortSignal) => Promise<void>): void => {
  void watch(sse.signal).then(() => {
    if (!sse.signal.aborted) sse.breakOff();
  });
};
