import { z } from 'zod';

/** Events of a `conversation-<id>` stream. Source: the conversation's decider. */
export const conversationEvents = {
  ConversationOpened: z.object({ conversationId: z.uuid(), userId: z.string(), title: z.string() }),
  ConversationRenamed: z.object({ title: z.string() }),
  ConversationPinned: z.object({ pinned: z.boolean() }),
  /** Under a project of its owner's; null: under none. */
  ConversationFiled: z.object({ projectId: z.uuid().nullable() }),
  ConversationDeleted: z.object({ by: z.string() }),
} as const;
