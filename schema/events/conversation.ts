import { z } from 'zod';

/** Events of a `conversation-<id>` stream. Source: the conversation's decider. */
export const conversationEvents = {
  /** `characterId`: whom the client has the person talk to. */
  ConversationOpened: z.object({
    conversationId: z.uuid(),
    userId: z.string(),
    title: z.string(),
    characterId: z.string().optional(),
  }),
  /** From a file: its SHA-256 in hex, and how many turns it has. */
  ConversationImported: z.object({ hash: z.string(), turns: z.int() }),
  ConversationRenamed: z.object({ title: z.string() }),
  ConversationPinned: z.object({ pinned: z.boolean() }),
  /** Under a project of its owner's; null: under none. */
  ConversationFiled: z.object({ projectId: z.uuid().nullable() }),
  /** The message, and below it what was chosen last, stands on the active branch until another is chosen or asked. */
  BranchSelected: z.object({ messageId: z.uuid() }),
  ConversationDeleted: z.object({ by: z.string() }),
} as const;
