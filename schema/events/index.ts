import type { z } from 'zod';
import { conversationEvents } from './conversation.ts';
import { settingsEvents } from './settings.ts';
import { terminalTypes, turnEvents } from './turn.ts';
import { userEvents } from './user.ts';

/** Every event Turnlog writes, by category. A new event is one line in one of these. */
export const eventSchemas = {
  turn: turnEvents,
  conversation: conversationEvents,
  user: userEvents,
  settings: settingsEvents,
} as const;

type EventOf<M extends Record<string, z.ZodType>> = {
  [K in keyof M & string]: { type: K; data: z.infer<M[K]> };
}[keyof M & string];

export type TurnEvent = EventOf<typeof turnEvents>;
export type TurnEventType = TurnEvent['type'];
export type ConversationEvent = EventOf<typeof conversationEvents>;
export type UserEvent = EventOf<typeof userEvents>;
export type SettingsEvent = EventOf<typeof settingsEvents>;
export type DomainEvent = TurnEvent | ConversationEvent | UserEvent | SettingsEvent;
export type EventData<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>['data'];
export type TerminalEvent = Extract<TurnEvent, { type: (typeof terminalTypes)[number] }>;

const terminal: ReadonlySet<string> = new Set(terminalTypes);
export const isTerminal = (event: { type: string }): event is TerminalEvent => terminal.has(event.type);
