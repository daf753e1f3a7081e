import * as z from 'zod/mini';
import { document } from './request.ts';
import { conversation, conversationFields, requestedTurn, requestedTurnFields } from './shapes.ts';

export const Regenerate = document(
  `mutation Regenerate($messageId: ID!, $key: String!) {
    regenerate(messageId: $messageId, idempotencyKey: $key) { ${requestedTurnFields} }
  }`,
  z.object({ regenerate: requestedTurn }),
);

export const EditMessage = document(
  `mutation EditMessage($messageId: ID!, $text: String!, $key: String!) {
    editMessage(messageId: $messageId, text: $text, idempotencyKey: $key) { ${requestedTurnFields} }
  }`,
  z.object({ editMessage: requestedTurn }),
);

export const SelectBranch = document(
  'mutation SelectBranch($messageId: ID!) { selectBranch(messageId: $messageId) { id } }',
  z.object({ selectBranch: z.object({ id: z.string() }) }),
);

const conversationEvent = z.object({
  cursor: z.string(),
  type: z.string(),
  turnId: z.nullable(z.string()),
  conversation: z.nullable(conversation),
});
export type ConversationEvent = z.infer<typeof conversationEvent>;

export const ConversationEvents = document(
  `subscription ConversationEvents($conversationId: ID!, $after: String) {
    conversationEvents(conversationId: $conversationId, after: $after) {
      cursor type turnId conversation { ${conversationFields} }
    }
  }`,
  z.object({ conversationEvents: conversationEvent }),
);
