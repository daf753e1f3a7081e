import {
  type ConversationEvent,
  type DomainEvent,
  eventSchemas,
  type SettingsEvent,
  type TurnEvent,
  type UserEvent,
} from './index.ts';
import { upcast } from './upcast.ts';

type Stored = { readonly type: string; readonly data: object; readonly stream: { readonly category: string } };

const parse = (schemas: Record<string, { parse: (data: unknown) => unknown }>, { type, data }: Stored) => {
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  return schema ? { type, data: schema.parse(upcast(type, data)) } : null;
};

/** The stored event in today's shape; null for what Turnlog did not write. */
export const decodeTurnEvent = (stored: Stored): TurnEvent | null =>
  stored.stream.category === 'turn' ? (parse(eventSchemas.turn, stored) as TurnEvent | null) : null;

export const decodeConversationEvent = (stored: Stored): ConversationEvent | null =>
  stored.stream.category === 'conversation'
    ? (parse(eventSchemas.conversation, stored) as ConversationEvent | null)
    : null;

export const decodeUserEvent = (stored: Stored): UserEvent | null =>
  stored.stream.category === 'user' ? (parse(eventSchemas.user, stored) as UserEvent | null) : null;

export const decodeSettingsEvent = (stored: Stored): SettingsEvent | null =>
  stored.stream.category === 'settings' ? (parse(eventSchemas.settings, stored) as SettingsEvent | null) : null;

/** The same for a stream of any category. */
export const decodeEvent = (stored: Stored): DomainEvent | null =>
  decodeTurnEvent(stored) ?? decodeConversationEvent(stored) ?? decodeUserEvent(stored) ?? decodeSettingsEvent(stored);
