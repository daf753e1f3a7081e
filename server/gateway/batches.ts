import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import type { Send } from './calls.ts';

/** A batch goes out once it holds so much, so that a reader who lags holds little. */
const BATCH_BYTES = 32 * 1024;

const sentLater = () => undefined;

class BatchedCall extends ServerInterceptingCall {
  override sendMessage(message: unknown, callback: () => void): void {
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    for (const [index, one] of messages.entries()) {
      super.sendMessage(one, index === messages.length - 1 ? callback : sentLater);
    }
  }
}

/** Takes an array for so many messages. One by one, each would wait until the one before has left. */
export const batchedMessages: ServerInterceptor = (_, call) => new BatchedCall(call);

/** Gathers messages and sends them together. */
export const openOutbox = (send: Send<Uint8Array>) => {
  let batch: Uint8Array[] = [];
  let bytes = 0;

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const full = batch;
    batch = [];
    bytes = 0;
    await send(...full);
  };

  return {
    /** Resolves once there is room for more. */
    async add(message: Uint8Array): Promise<void> {
      batch.push(message);
      bytes += message.byteLength;
      if (bytes >= BATCH_BYTES) await flush();
    },
    /** Sends what is left. */
    flush,
  };
};

export type Outbox = ReturnType<typeof openOutbox>;
