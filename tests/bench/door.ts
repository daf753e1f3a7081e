import { z } from 'zod';

export const doorNames = ['sse', 'graphql-ws'] as const;
export type DoorName = (typeof doorNames)[number];

/** Where clients speak to: Turnlog or the proxy, which answer alike. */
export const targetSchema = z.object({ url: z.string(), cookie: z.string(), door: z.enum(doorNames) });
export type Target = z.infer<typeof targetSchema>;

/** Hears every token, with the microsecond (CLOCK_MONOTONIC) at which it arrived. */
export type OnToken = (text: string, at: number) => void;

/** `joined` resolves once the server was asked to read; `ended` after the turn's last event, or once closed. */
export type Reading = {
  readonly turnId: Promise<string>;
  readonly joined: Promise<void>;
  readonly ended: Promise<void>;
  close(): void;
};

export type Door = {
  /** Sends a message and reads its answer from the beginning. */
  ask(target: Target, message: string, onToken: OnToken): Reading;
  /** Reads a turn from a revision on. */
  follow(target: Target, turnId: string, from: number, onToken: OnToken): Reading;
};

export const microseconds = (): number => Number(process.hrtime.bigint() / 1000n);
