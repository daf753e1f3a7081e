import { z } from 'zod';

/** Events of a `conversation-<id>` stream. Source: the conversation's decider. */
export const conversationEvents = {
  ConversationOpened: z.object({ conversationId: z.uuid(), userId: z.string(), title: z.string() }),
  ConversationRenamed: z.object({ title: z.string() }),
  ConversationPinned: z.object({ pinned: z.boolean() }),
  ConversationDeleted: z.object({ by: z.string() }),
} as const;
