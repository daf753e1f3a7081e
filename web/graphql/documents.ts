import * as z from 'zod/mini';
import { document } from './request.ts';
import {
  block,
  conversation,
  conversationFields,
  pause,
  pauseFields,
  requestedTurn,
  requestedTurnFields,
  source,
  sourceFields,
  toolNote,
} from './shapes.ts';

const pageInfo = z.object({
  startCursor: z.nullable(z.string()),
  endCursor: z.nullable(z.string()),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
});
const pageFields = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';

export type Conversation = z.infer<typeof conversation>;

const message = z.object({
  id: z.string(),
  turnId: z.string(),
  role: z.enum(['USER', 'ASSISTANT']),
  content: z.string(),
  /** What the model thought before it answered. */
  reasoning: z.string(),
  /** What tools found, and where: shown above and below the content. */
  blocks: z.array(block),
  sources: z.array(source),
  toolNotes: z.array(toolNote),
  attachments: z.array(z.object({ filename: z.string(), length: z.number() })),
  createdAt: z.string(),
  interrupted: z.boolean(),
  model: z.nullable(z.string()),
  /** How often it was taken up, and the pauses between. */
  attempts: z.number(),
  pauses: z.array(pause),
  /** Null for a first one. */
  parentId: z.nullable(z.string()),
  /** Ids of what stands at its place, one on each branch, oldest first; its own among them. */
  siblings: z.array(z.string()),
  /** Of a question: its answer on this branch, also while that is being written. */
  answer: z.nullable(z.object({ id: z.string(), turnId: z.string(), siblings: z.array(z.string()) })),
});
export type Message = z.infer<typeof message>;

/** What was attached to a question, whole. */
export const AttachmentsQuery = document(
  'query Attachments($id: ID!) { message(id: $id) { attachments { filename text } } }',
  z.object({ message: z.object({ attachments: z.array(z.object({ filename: z.string(), text: z.string() })) }) }),
);

/** Where the log ends now: what is read afterwards and what is heard behind it leave no gap between them. */
export const HeadQuery = document('query Head { head }', z.object({ head: z.string() }));

export const ConversationsQuery = document(
  `query Conversations($first: Int!, $after: String) {
    conversations(first: $first, after: $after) { edges { node { ${conversationFields} } } ${pageFields} }
  }`,
  z.object({ conversations: z.object({ edges: z.array(z.object({ node: conversation })), pageInfo }) }),
);

export const MessagesQuery = document(
  `query Messages($id: ID!, $last: Int!, $before: String) {
    conversation(id: $id) { ${conversationFields} activeTurn { id } }
    messages(conversationId: $id, last: $last, before: $before) {
      edges { node {
        id turnId role content reasoning createdAt interrupted model parentId siblings
        attachments { filename length }
        blocks { json }
        sources { ${sourceFields} }
        toolNotes { tool error }
        attempts
        pauses { ${pauseFields} }
        answer { id turnId siblings }
      } }
      ${pageFields}
    }
  }`,
  z.object({
    conversation: z.extend(conversation, { activeTurn: z.nullable(z.object({ id: z.string() })) }),
    messages: z.object({ edges: z.array(z.object({ node: message })), pageInfo }),
  }),
);

export const TurnQuery = document(
  'query Turn($id: ID!) { turn(id: $id) { id status reason } }',
  z.object({
    turn: z.object({
      id: z.string(),
      status: z.enum(['WAITING', 'RUNNING', 'SUSPENDED', 'COMPLETED', 'FAILED', 'CANCELLED']),
      reason: z.nullable(z.string()),
    }),
  }),
);

export const SendMessage = document(
  `mutation SendMessage($input: SendMessageInput!) { sendMessage(input: $input) { ${requestedTurnFields} } }`,
  z.object({ sendMessage: requestedTurn }),
);

export const CancelTurn = document(
  'mutation CancelTurn($turnId: ID!) { cancelTurn(turnId: $turnId) }',
  z.object({ cancelTurn: z.boolean() }),
);

export const ResolveToolCall = document(
  `mutation ResolveToolCall($turnId: ID!, $callId: String!, $decision: ToolCallDecision!) {
    resolveToolCall(turnId: $turnId, callId: $callId, decision: $decision)
  }`,
  z.object({ resolveToolCall: z.boolean() }),
);

export const RenameConversation = document(
  `mutation RenameConversation($id: ID!, $title: String!) { renameConversation(id: $id, title: $title) { ${conversationFields} } }`,
  z.object({ renameConversation: conversation }),
);

export const PinConversation = document(
  `mutation PinConversation($id: ID!, $pinned: Boolean!) { pinConversation(id: $id, pinned: $pinned) { ${conversationFields} } }`,
  z.object({ pinConversation: conversation }),
);

export const DeleteConversation = document(
  'mutation DeleteConversation($id: ID!) { deleteConversation(id: $id) }',
  z.object({ deleteConversation: z.string() }),
);

const viewerEvent = z.object({
  cursor: z.string(),
  type: z.string(),
  /** Null for what concerns a project. */
  conversationId: z.nullable(z.string()),
  turnId: z.nullable(z.string()),
  conversation: z.nullable(conversation),
});
export type ViewerEvent = z.infer<typeof viewerEvent>;

export const ViewerEvents = document(
  `subscription ViewerEvents($after: String) {
    viewerEvents(after: $after) { cursor type conversationId turnId conversation { ${conversationFields} } }
  }`,
  z.object({ viewerEvents: viewerEvent }),
);

export const QueuePlace = document(
  'subscription QueuePlace($turnId: ID!) { queuePlace(turnId: $turnId) }',
  z.object({ queuePlace: z.number() }),
);
